package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItemInArray;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;
import static org.junit.Assert.assertThrows;

import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.UnknownHostException;
import java.rmi.registry.Registry;
import mpi.MPI;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.LocateRegistry;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.RankRunner;

@RunWith(RankRunner.class)
public class RegistryTest {
    interface Named extends Remote {
        String name() throws RemoteException;
    }

    private record Name(String name) implements Named {}

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();

    private static Named named(String name) throws RemoteException {
        return (Named) UnicastRemoteObject.exportObject(new Name(name), 0);
    }

    @Test
    public void whatOneRankBindsEveryRankFinds() throws Exception {
        for (int binder = 0; binder < size; binder++) {
            if (rank == binder) {
                Naming.rebind("shared", named("of rank " + rank));
            }
            MPI.COMM_WORLD.Barrier();
            assertThat(((Named) Naming.lookup("shared")).name(), is("of rank " + binder));
            assertThat(((Named) Naming.lookup("rmi://localhost:1099/shared")).name(), is("of rank " + binder));
            assertThat(((Named) Naming.lookup("//rank" + binder + "/shared")).name(), is("of rank " + binder));
            assertThat(((Named) LocateRegistry.getRegistry(1099).lookup("shared")).name(), is("of rank " + binder));
            assertThat(Naming.list("//[::1]/"), hasItemInArray("//[::1]:1099/shared"));
            Naming.lookup("//[::1]:1099/shared");
            MPI.COMM_WORLD.Barrier();
        }
        if (rank == 0) {
            Naming.unbind("shared");
        }
        MPI.COMM_WORLD.Barrier();
        assertThrows(NotBoundException.class, () -> Naming.lookup("shared"));
    }

    @Test
    public void eachRankHasNamesOfItsOwn() throws Exception {
        Naming.bind("//rank" + rank + "/mine", named("of rank " + rank));
        MPI.COMM_WORLD.Barrier();
        for (int other = 0; other < size; other++) {
            Registry registry = LocateRegistry.getRegistry("rank" + other, 1099);
            assertThat(((Named) registry.lookup("mine")).name(), is("of rank " + other));
            assertThat(registry.list(), hasItemInArray("mine"));
        }
        MPI.COMM_WORLD.Barrier();
        Naming.unbind("rmi://rank" + rank + "/mine");
        assertThat(LocateRegistry.getRegistry("rank" + rank).list(), not(hasItemInArray("mine")));
    }

    @Test
    public void aNameIsBoundOnce() throws Exception {
        int[] winners = new int[1];
        int mine = 1;
        try {
            LocateRegistry.getRegistry().bind("once", named("x"));
        } catch (AlreadyBoundException e) {
            assertThat(e.getMessage(), containsString("once"));
            mine = 0;
        }
        MPI.COMM_WORLD.Allreduce(new int[] {mine}, 0, winners, 0, 1, MPI.INT, MPI.SUM);
        assertThat(winners[0], is(1));
        if (mine == 1) {
            LocateRegistry.getRegistry().unbind("once");
        }
    }

    @Test
    public void namesMayBeEmptyOrStrange() throws Exception {
        Registry registry = LocateRegistry.getRegistry("rank" + rank);
        for (String name : new String[] {"", "a:b", "Größe/ж", " "}) {
            registry.bind(name, named(name));
            assertThat(((Named) registry.lookup(name)).name(), is(name));
            registry.unbind(name);
        }
        assertThrows(NotBoundException.class, () -> registry.unbind("never bound"));
        assertThrows(NullPointerException.class, () -> registry.lookup(null));
        assertThrows(NullPointerException.class, () -> registry.bind("x", null));
    }

    @Test
    public void aNameThatIsNotBoundIsToldWithThoseThatAre() throws Exception {
        Naming.rebind("//rank" + rank + "/bound", named("x"));
        MPI.COMM_WORLD.Barrier();
        int other = (rank + 1) % size;
        NotBoundException e = assertThrows(NotBoundException.class, () -> Naming.lookup("//rank" + other + "/missing"));
        assertThat(e.getMessage(),
                stringContainsInOrder("missing: not bound in the registry of rank " + other + ", which",
                        "rank 0 keeps", "and which has", "bound", "put a barrier between bind and lookup"));
        NotBoundException elsewhere = assertThrows(NotBoundException.class, () -> Naming.lookup("bound"));
        assertThat(elsewhere.getMessage(), stringContainsInOrder("bound: not bound in the registry of the job",
                "it is bound in", "that of rank " + other));
        NotBoundException unbound =
                assertThrows(NotBoundException.class, () -> Naming.unbind("//rank" + rank + "/missing"));
        assertThat(unbound.getMessage(), not(containsString("barrier")));
        MPI.COMM_WORLD.Barrier();
        Naming.unbind("//rank" + rank + "/bound");
    }

    @Test
    public void aRankThatIsNotThereIsAnUnknownHost() {
        UnknownHostException e =
                assertThrows(UnknownHostException.class, () -> LocateRegistry.getRegistry("rank" + size));
        assertThat(e.getMessage(), containsString("rank" + (size - 1)));
    }

    @Test
    public void withoutANameTheRegistryItselfIsFound() throws Exception {
        assertThat(Naming.lookup("//rank0/"), instanceOf(Registry.class));
        assertThat(LocateRegistry.createRegistry(1099), instanceOf(Registry.class));
    }
}
