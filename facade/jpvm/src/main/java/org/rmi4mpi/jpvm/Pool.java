package org.rmi4mpi.jpvm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.security.SecureRandom;
import java.util.List;
import org.rmi4mpi.jpvm.group.GroupService;
import org.rmi4mpi.jpvm.mail.Ports;
import org.rmi4mpi.jpvm.mail.PostOffice;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.jpvm.rewrite.ProgramClasses;
import org.rmi4mpi.jpvm.task.RankTasks;
import org.rmi4mpi.jpvm.task.TaskCalls;
import org.rmi4mpi.jpvm.task.TaskInfo;
import org.rmi4mpi.launch.RankJob;
import org.rmi4mpi.launch.SharedProgram;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/** The ranks of the job, where tasks run, as this rank asks them. Used by any thread. */
public final class Pool {
    /** Object id that every rank knows. */
    private static final long OBJECT_ID = 8;

    private static volatile Pool current;

    private final ReferenceLayer layer;
    private final Ports ports;
    private final Spawner spawner;
    private final JobEnd end;
    private final RankTasks tasks;
    private final LocalPool local;

    private Pool(ReferenceLayer layer, Ports ports) throws ExportException {
        this.layer = layer;
        this.ports = ports;
        SpawnTable spawning = new SpawnTable(layer.dispatcher(), ports, layer.rank(), layer.size());
        PostOffice office = new PostOffice(layer.dispatcher(), ports, spawning);
        spawner = new Spawner(this::at, ports, layer.rank(), layer.dispatcher(), spawning);
        end = new JobEnd(this::at, ports, layer.size());
        tasks = new RankTasks(layer.rank(), office, new GroupService(layer, office),
                new ProgramClasses(TaskCalls.class, SharedProgram::loader), end::wake);
        local = new LocalPool(layer.rank(), tasks, office, end);
        layer.dispatcher().takeMailBy(office);
        layer.export(OBJECT_ID, local);
    }

    /** Starts the pool at this rank. Collective over all ranks. Called before any mail arrives. */
    static void start(ReferenceLayer layer) {
        byte[] host = RankJob.host().getBytes(StandardCharsets.UTF_8);
        byte[] own = ByteBuffer.allocate(4 + host.length).putInt(new SecureRandom().nextInt()).put(host).array();
        List<byte[]> all = RankJob.allgather(own);
        List<String> hosts =
                all.stream().map(each -> new String(each, 4, each.length - 4, StandardCharsets.UTF_8)).toList();
        try {
            current = new Pool(layer, new Ports(layer.rank(), hosts, ByteBuffer.wrap(all.get(0)).getInt()));
        } catch (ExportException e) {
            throw new AssertionError("a rank starts its services once", e);
        }
    }

    /** @throws IllegalStateException if the job was started without --jpvm */
    public static Pool current() {
        Pool pool = current;
        if (pool == null) {
            throw new IllegalStateException("this job has no tasks: start it by rmi4mpirun --jpvm");
        }
        return pool;
    }

    /** Whether the job was started with --jpvm. */
    public static boolean isRunning() {
        return current != null;
    }

    int rank() {
        return layer.rank();
    }

    public int size() {
        return layer.size();
    }

    /** The ports of tasks, and the hosts of the ranks. */
    public Ports ports() {
        return ports;
    }

    public Spawner spawner() {
        return spawner;
    }

    JobEnd end() {
        return end;
    }

    /** The tasks of this rank. */
    RankTasks tasks() {
        return tasks;
    }

    private RankPool at(int rank) {
        return rank == rank() ? local : (RankPool) Stubs.create(LocalPool.class, layer.reference(rank, OBJECT_ID));
    }

    public List<TaskInfo> tasksOf(int rank) throws TaskException {
        try {
            return at(rank).state().tasks();
        } catch (RemoteException e) {
            throw new TaskException("rank " + rank + " cannot report its tasks: " + e, e);
        }
    }

    /** Ends a task of any rank. */
    public void kill(int port) throws TaskException {
        int home = ports.rankOf(port);
        try {
            if (home < 0 || !at(home).kill(port)) {
                throw new TaskException("pvm_kill: port #" + port + " is not a task of this job,"
                        + " or the task has exited");
            }
        } catch (RemoteException e) {
            throw new TaskException("pvm_kill: rank " + home + " cannot be asked: " + e, e);
        }
    }

    /** Ends the job with all its tasks. */
    public void halt() throws TaskException {
        try {
            at(0).halt();
        } catch (RemoteException e) {
            throw new TaskException("pvm_halt: rank 0 cannot be reached: " + e, e);
        }
    }
}
