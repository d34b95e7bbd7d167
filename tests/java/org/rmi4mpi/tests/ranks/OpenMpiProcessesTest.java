package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.Assert.assertThrows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Supplier;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import org.junit.Assume;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.programs.SpawnedChild;
import org.rmi4mpi.tests.runner.RankRunner;

/** Processes that join the job while it runs: spawned ones, and groups that connect at a port. */
@RunWith(RankRunner.class)
public class OpenMpiProcessesTest {
    private final int rank = MPI.COMM_WORLD.getRank();
    private final int size = MPI.COMM_WORLD.getSize();

    /** Some builds of MPICH have no ports. They have to say so. */
    private static void assumePorts() {
        try {
            Intracomm.closePort(Intracomm.openPort());
        } catch (MPIException e) {
            assertThat(MPI.getLibVersion(), not(containsString("Open MPI")));
            assertThat(e.getMessage(), containsString("built without dynamic processes"));
            Assume.assumeNoException("this MPI has no ports", e);
        }
    }

    /** Some builds of MPICH start no processes, on any rank. They have to say so. */
    private static Intercomm spawned(Supplier<Intercomm> spawn) {
        try {
            return spawn.get();
        } catch (MPIException e) {
            assertThat(e.getMessage(), MPI.getLibVersion(), not(containsString("Open MPI")));
            assertThat(e.getMessage(), containsString("some builds of MPICH start none"));
            Assume.assumeNoException("this MPI spawns nothing", e);
            throw e;
        }
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String[] child(int number) {
        return new String[] {"-Xmx64m", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
            SpawnedChild.class.getName(), Integer.toString(number)};
    }

    /** The ranks of the tests may fill the cores. */
    private static Info crowded() {
        Info info = new Info();
        info.set("map_by", "node:OVERSUBSCRIBE");
        return info;
    }

    @Test
    public void spawnsJavaPrograms() {
        int[] codes = {-1, -1};
        Intercomm children = spawned(() -> MPI.COMM_WORLD.spawn(java(), child(42), 2, MPI.INFO_NULL, 0, codes));
        assertThat(codes, is(new int[] {MPI.SUCCESS, MPI.SUCCESS}));
        meet(children, 2, 42, 42);
    }

    @Test
    public void spawnsSeveralPrograms() {
        int[] codes = {-1, -1};
        Intercomm children = spawned(() -> MPI.COMM_WORLD.spawnMultiple(new String[] {java(), java()},
                new String[][] {child(1), child(2)}, new int[] {1, 1}, new Info[] {crowded(), crowded()}, 0,
                codes));
        assertThat(codes, is(new int[] {MPI.SUCCESS, MPI.SUCCESS}));
        meet(children, 2, 1, 2);
    }

    private void meet(Intercomm children, int count, int... numbers) {
        assertThat(children.isInter(), is(true));
        assertThat(children.getRemoteSize(), is(count));
        if (rank == 0) {
            for (int child = 0; child < count; child++) {
                int[] told = new int[3];
                Status status = children.recv(told, 3, MPI.INT, child, 7);
                assertThat(status.getSource(), is(child));
                assertThat(told, is(new int[] {child, count, numbers[child]}));
                Object[] text = new Object[1];
                children.recv(text, 1, MPI.OBJECT, child, 8);
                assertThat(text[0], is("greetings"));
            }
        }
        Intracomm all = children.merge(false);
        assertThat(all.getSize(), is(size + count));
        int[] sum = {1};
        all.allReduce(sum, 1, MPI.INT, MPI.SUM);
        assertThat(sum[0], is(size + count));
        all.free();
        children.bcast(sum, 1, MPI.INT, rank == 0 ? MPI.ROOT : MPI.PROC_NULL);
        assertThrows(MPIException.class, children::getRemoteGroup);
        children.disconnect();
        assertThat(children.isNull(), is(true));
    }

    @Test
    public void thisJobHasNoParent() {
        assertThat(Intercomm.getParent().isNull(), is(true));
    }

    @Test
    public void groupsConnectAtAPort() {
        assumePorts();
        Assume.assumeTrue("two groups need two ranks", size > 1);
        boolean isServer = rank == 0;
        Intracomm own = MPI.COMM_WORLD.split(isServer ? 0 : 1, rank);
        byte[] name = new byte[MPI.MAX_PORT_NAME];
        String port = null;
        if (isServer) {
            port = Intracomm.openPort();
            assertThat(port, is(not("")));
            System.arraycopy(port.getBytes(StandardCharsets.UTF_8), 0, name, 0, port.length());
        }
        MPI.COMM_WORLD.bcast(name, name.length, MPI.BYTE, 0);
        Intercomm both =
                isServer ? own.accept(port, 0) : own.connect(new String(name, StandardCharsets.UTF_8).trim(), 0);
        int[] value = {rank};
        both.bcast(value, 1, MPI.INT, isServer ? MPI.ROOT : 0);
        assertThat(value[0], is(0));
        both.disconnect();
        both = isServer ? own.accept(port, MPI.INFO_NULL, 0)
                : own.connect(new String(name, StandardCharsets.UTF_8).trim(), MPI.INFO_NULL, 0);
        assertThat(both.getRemoteSize(), is(isServer ? size - 1 : 1));
        both.disconnect();
        if (isServer) {
            Intracomm.closePort(port);
        }
        own.free();
    }

    @Test
    public void namesOfPorts() {
        assumePorts();
        if (rank == 0) {
            String port = Intracomm.openPort(MPI.INFO_NULL);
            String service = "rmi4mpi-test-" + ProcessHandle.current().pid();
            try {
                Intracomm.publishName(service, port);
            } catch (MPIException e) { // a launcher without a name server says so
                assertThat(e.getMessage(), containsString("name server"));
                Intracomm.closePort(port);
                return;
            }
            assertThat(Intracomm.lookupName(service), is(port));
            Intracomm.unpublishName(service, port);
            Intracomm.publishName(service, MPI.INFO_NULL, port);
            assertThat(Intracomm.lookupName(service, MPI.INFO_NULL), is(port));
            Intracomm.unpublishName(service, MPI.INFO_NULL, port);
            assertThrows(MPIException.class, () -> Intracomm.lookupName(service));
            Intracomm.closePort(port);
        }
    }

    @Test
    public void wrongArguments() {
        Intracomm self = MPI.COMM_SELF;
        assertThrows(MPIException.class, () -> self.spawn(null, null, 1, MPI.INFO_NULL, 0, null));
        assertThrows(MPIException.class, () -> self.spawn("true", null, 0, MPI.INFO_NULL, 0, null));
        assertThrows(MPIException.class, () -> self.spawn("true", null, 1, MPI.INFO_NULL, 1, null));
        assertThrows(MPIException.class, () -> self.spawn("true", null, 2, MPI.INFO_NULL, 0, new int[1]));
        assertThrows(MPIException.class, () -> self.spawn("true", new String[] {null}, 1, MPI.INFO_NULL, 0, null));
        assertThrows(MPIException.class, () -> self.spawnMultiple(null, null, null, null, 0, null));
        assertThrows(MPIException.class, () -> self.accept(null, 0));
        assertThrows(MPIException.class, () -> self.connect(null, 0));
        assertThrows(MPIException.class, () -> Intracomm.closePort(null));
        assertThrows(MPIException.class, () -> Intracomm.publishName(null, "port"));
        assertThrows(MPIException.class, () -> Intracomm.lookupName(null));
    }
}
