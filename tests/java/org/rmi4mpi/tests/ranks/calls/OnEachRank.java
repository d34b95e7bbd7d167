package org.rmi4mpi.tests.ranks.calls;

import java.rmi.Remote;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import mpi.MPI;
import org.junit.Assume;
import org.junit.AssumptionViolatedException;
import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** An object at each rank, exported for the length of a test, and the stubs of all. Used by the test's threads. */
final class OnEachRank<R extends Remote, T extends R> implements TestRule {
    final int rank = MPI.COMM_WORLD.Rank();
    final int size = MPI.COMM_WORLD.Size();

    private final String name;
    private final Callable<T> maker;
    private final List<R> stubs = new ArrayList<>();
    private T own;

    OnEachRank(Callable<T> maker) {
        this.name = "//rank" + rank + "/on-each-rank";
        this.maker = maker;
    }

    @Override
    public Statement apply(Statement test, Description description) {
        return new Statement() {
            @Override
            public void evaluate() throws Throwable {
                export();
                try {
                    test.evaluate();
                } catch (AssumptionViolatedException e) {
                    throw e;
                } catch (Throwable e) {
                    System.err.println("rank " + rank + " failed in " + description.getMethodName()); // others may
                    e.printStackTrace(); // not come to the barrier, and the report be lost
                    throw e;
                } finally {
                    MPI.COMM_WORLD.Barrier();
                    Naming.unbind(name);
                    UnicastRemoteObject.unexportObject(own, true);
                }
            }
        };
    }

    @SuppressWarnings("unchecked")
    private void export() throws Exception {
        own = maker.call();
        Naming.rebind(name, own);
        MPI.COMM_WORLD.Barrier();
        for (int i = 0; i < size; i++) {
            stubs.add((R) Naming.lookup("//rank" + i + "/on-each-rank"));
        }
    }

    /** This rank's object itself. */
    T own() {
        return own;
    }

    /** The stub of a rank's object. */
    R at(int rank) {
        return stubs.get(rank);
    }

    /** Returns the stub of the next rank's object. A single rank gets the stub of its own. */
    R next() {
        return at((rank + 1) % size);
    }

    /** A call to the own rank runs on the caller's thread. */
    void assumeOtherRank() {
        Assume.assumeTrue("the next rank is this one", size > 1);
    }

    List<R> all() {
        return List.copyOf(stubs);
    }
}
