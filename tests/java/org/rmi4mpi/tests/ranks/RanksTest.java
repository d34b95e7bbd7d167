package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import mpi.MPI;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.RankRunner;

/** Tests objects of all ranks and of one rank, without names. */
@RunWith(RankRunner.class)
public class RanksTest {
    interface Named extends Remote {
        String name() throws RemoteException;
    }

    interface Other extends Remote {}

    record Name(String name) implements Named {}

    static final class Exported extends UnicastRemoteObject implements Named {
        private static final long serialVersionUID = 1L;

        Exported() throws RemoteException {}

        @Override
        public String name() {
            return "exported " + Ranks.own();
        }
    }

    @Test
    public void eachRankGivesAnObject() throws Exception {
        List<Named> all = Ranks.each(Named.class, new Name("rank " + Ranks.own()));
        assertThat(all.size(), is(MPI.COMM_WORLD.Size()));
        assertThat(all.get(Ranks.next()).name(), is("rank " + Ranks.next()));
        Exported own = new Exported();
        List<Named> exported = Ranks.each(Named.class, own);
        assertThat(exported.get(Ranks.own()), is((Named) UnicastRemoteObject.toStub(own)));
        assertThat(exported.get(Ranks.next()).name(), is("exported " + Ranks.next()));
        Ranks.barrier();
    }

    @Test
    public void oneRankMakesAnObject() throws Exception {
        int last = Ranks.size() - 1;
        Named named = Ranks.one(Named.class, last, () -> new Name("made by rank " + Ranks.own()));
        assertThat(named.name(), is("made by rank " + last));
        Ranks.barrier();
    }

    @Test
    public void whatIsWrongIsSaid() throws Exception {
        assertThat(
                assertThrows(IllegalArgumentException.class, () -> Ranks.each(Name.class, new Name(""))).getMessage(),
                containsString("is not an interface that extends java.rmi.Remote"));
        assertThat(assertThrows(IllegalArgumentException.class,
                () -> Ranks.one(Named.class, Ranks.size(), () -> new Name(""))).getMessage(),
                containsString("give one from 0 to"));
    }
}
