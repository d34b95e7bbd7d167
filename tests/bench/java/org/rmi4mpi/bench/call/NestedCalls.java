package org.rmi4mpi.bench.call;

import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** The object of a member that is called back, and its threads that call those of the others. */
final class NestedCalls implements Nesting {
    private final int index;
    private final RemoteSystem system;
    /** By member; null before {@link #find}. */
    private volatile Nesting[] members;

    NestedCalls(int index, RemoteSystem system) {
        this.index = index;
        this.system = system;
    }

    private static String name(int member) {
        return "nesting" + member;
    }

    void bind() throws RemoteException {
        system.bind(name(index), this);
    }

    void find(int size) throws RemoteException, NotBoundException {
        Nesting[] found = new Nesting[size];
        for (int i = 0; i < size; i++) {
            found[i] = (Nesting) system.find(name(i));
        }
        members = found;
    }

    @Override
    public int call(int hops, int from) throws RemoteException {
        return hops == 0 ? 1 : 1 + members[from].call(hops - 1, index);
    }

    /** Each thread calls the other members in turn. Returns the milliseconds until the last has done. */
    double ms(int threads, int calls, int hops) throws Exception {
        List<FutureTask<?>> tasks = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            int first = i;
            FutureTask<?> task = new FutureTask<>((Callable<Void>) () -> {
                call(first, calls, hops);
                return null;
            });
            tasks.add(task);
            new Thread(task, "caller-" + i).start();
        }
        for (FutureTask<?> task : tasks) {
            try {
                task.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        }
        return (System.nanoTime() - start) / 1e6;
    }

    private void call(int first, int calls, int hops) throws RemoteException {
        int others = members.length - 1;
        for (int i = 0; i < calls; i++) {
            Nesting called = members[(index + 1 + (first + i) % others) % members.length];
            int made = called.call(hops, index);
            if (made != hops + 1) {
                throw new RemoteException(made + " calls instead of " + (hops + 1));
            }
        }
    }
}
