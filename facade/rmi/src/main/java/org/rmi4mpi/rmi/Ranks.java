package org.rmi4mpi.rmi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.UnmarshalException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.rmi4mpi.farm.AtRank;
import org.rmi4mpi.farm.JobQuiet;
import org.rmi4mpi.farm.RankExecutor;
import org.rmi4mpi.launch.JobProgress;
import org.rmi4mpi.launch.RankJob;
import org.rmi4mpi.launch.Termination;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.serial.StandaloneStreams;
import org.rmi4mpi.survive.Living;
import org.rmi4mpi.survive.LossListeners;

/**
 * The ranks of the job, for programs that use only remote objects. Such a program needs no names and sends no messages:
 *
 * <pre>
 * public static void main(String[] args) throws Exception {
 *     Ranks.start(args);
 *     List&lt;Greeter&gt; greeters = Ranks.each(Greeter.class, new RankGreeter());
 *     System.out.println(greeters.get(Ranks.next()).greet("rank " + Ranks.own()));
 * }
 * </pre>
 *
 * <p>The job ends when the main methods of all ranks have returned. Until then their objects can be called. All ranks
 * have to call {@link #each}, {@link #one} and {@link #barrier} in the same order. Stateless.
 */
public final class Ranks {
    private Ranks() {}

    /**
     * Starts the job, unless MPI.Init or {@code --rmi} has started it. Waits for all ranks.
     *
     * @return the program's arguments
     * @throws IllegalStateException if the job cannot be started, with the reason
     */
    public static String[] start(String[] args) {
        RankJob.start();
        return args;
    }

    /** The rank of this process, from 0. */
    public static int own() {
        return RankJob.rank();
    }

    /** Number of ranks. */
    public static int size() {
        return RankJob.size();
    }

    /** The rank after this one; 0 after the last one. */
    public static int next() {
        return (own() + 1) % size();
    }

    /**
     * Whether a rank lives, as far as this rank knows. A rank can only be lost where the job goes on without it, by {@code
     * rmi4mpirun --survive}. Each rank knows of a loss soon after mpirun does.
     *
     * @throws IllegalArgumentException if the job has no such rank
     */
    public static boolean isAlive(int rank) {
        if (rank < 0 || rank >= size()) {
            throw new IllegalArgumentException("rank " + rank + ": there are ranks 0 to " + (size() - 1));
        }
        return Living.tellIsAlive(rank);
    }

    /** The ranks that live, as far as this rank knows, in ascending order: see {@link #isAlive}. */
    public static List<Integer> alive() {
        return IntStream.range(0, size()).filter(Ranks::isAlive).boxed().toList();
    }

    /**
     * Adds a listener that is told of each lost rank, once, and in the same order at all ranks: see {@link #isAlive}. It is told
     * of losses before, too. It runs on a thread of its own and may make calls. While it runs, no further loss is told at this
     * rank.
     *
     * @param listener takes the lost rank
     */
    public static void onLoss(IntConsumer listener) {
        LossListeners.add(Objects.requireNonNull(listener));
    }

    /** Waits until every rank that lives has called this, and serves calls meanwhile. */
    public static void barrier() {
        RankJob.barrier();
    }

    /**
     * Runs lambdas at a rank: {@code Ranks.at(3).call(() -> ...)}.
     *
     * @throws IllegalArgumentException if the job has no such rank
     */
    public static AtRank at(int rank) {
        return AtRank.of(rank);
    }

    /** An executor whose tasks run on all ranks. Any rank may have any number of them. */
    public static RankExecutor executor() {
        return executor(IntStream.range(0, size()).toArray());
    }

    /**
     * An executor whose tasks run on some ranks, such as those that have the data.
     *
     * @throws IllegalArgumentException if there is no rank, or a rank is not in the job or is there twice
     */
    public static RankExecutor executor(int... ranks) {
        return RankExecutor.of(ranks);
    }

    /**
     * Waits until the job is quiet: on no rank does a remote method run, no call is under way, and no executor has a task.
     * This includes one-way and asynchronous calls, and all that follow from them. One rank may call this alone.
     *
     * <p>Threads of programs are not waited for, and may make calls later. If it matters that they have made theirs, put a
     * {@link #barrier} before this.
     *
     * @throws IllegalStateException in a remote method or a task, which would wait for itself
     * @throws RemoteException if a rank cannot be reached
     */
    public static void quiesce() throws RemoteException {
        JobQuiet.await(Long.MAX_VALUE);
    }

    /**
     * As {@link #quiesce()}, for some time at most.
     *
     * @return whether the job is quiet
     */
    public static boolean quiesce(Duration timeout) throws RemoteException {
        return JobQuiet.await(TimeUnit.NANOSECONDS.convert(timeout));
    }

    /**
     * A future that completes when the job is quiet: see {@link #quiesce()}. Remote methods and tasks may use it, too. They
     * neither wait for it nor return it, nor what depends on it, since the job is not quiet before they have ended.
     */
    public static CompletableFuture<Void> whenQuiet() {
        return JobQuiet.whenQuiet();
    }

    /**
     * Tells how much of its work this rank has done. At a terminal, one line shows how far the job is, its rate, the time left
     * and the slowest rank; without one, a line every ten seconds does. So does the page of {@code --monitor}. A rank may call
     * this as often as it likes: it sends a message five times a second at most.
     *
     * @param done so much, from 0
     * @param of all the work of this rank, 1 or more, in the same unit
     * @throws IllegalArgumentException if done is negative or more than all
     * @throws IllegalStateException if the job has not been started
     */
    public static void progress(long done, long of) {
        JobProgress.tell(done, of);
    }

    /**
     * Registers a hook, which saves data that would be lost when a scheduler ends the job. Programs of messages and of
     * tasks may call this method, too. It may be called before the job has started.
     *
     * <p>SIGTERM tells a job to end. A user sends it to {@code rmi4mpirun}, or a scheduler does so some time before it
     * kills the job. Under srun the ranks themselves get it. Then the hooks of this rank run once, in the order of
     * their registration, on a thread of their own, while all other threads go on. If a hook throws, a line on standard
     * error says so, and the next one runs. A hook may call objects of other ranks, whose hooks run at the same time.
     * When the hooks of all ranks have returned, or after 30 s ({@code -Drmi4mpi.termination.ms}), the rank ends with
     * status 143, as a JVM does after SIGTERM.
     *
     * <p>The hooks do not run when the job ends by itself, when a rank fails, or after SIGKILL. They have only one
     * second if Open MPI's mpirun gets the signal itself, as after Ctrl-C or without {@code rmi4mpirun}.
     *
     * @throws IllegalStateException if the job has been told to end
     */
    public static void onTermination(Runnable hook) {
        Termination.add(Objects.requireNonNull(hook));
    }

    /**
     * Exchanges objects: each rank gives one object, and gets the stubs of the objects of all ranks.
     *
     * @param type a remote interface of the object; the same at all ranks
     * @param own this rank's object, which is exported if necessary; or a stub
     * @return stubs in the order of ranks
     * @throws IllegalArgumentException if the type is not a remote interface, or the object of some rank does not
     *     implement it
     */
    public static <R extends Remote> List<R> each(Class<R> type, R own) throws RemoteException {
        check(type);
        List<R> stubs = new ArrayList<>();
        for (byte[] each : RankJob.allgather(written(own))) {
            stubs.add(read(each, type, stubs.size()));
        }
        return stubs;
    }

    /**
     * One rank creates an object, and all ranks get its stub.
     *
     * @param type a remote interface of the object; the same at all ranks
     * @param home the rank, from 0 to size - 1; the same at all ranks
     * @param maker called at that rank; its object is exported if necessary
     * @throws IllegalArgumentException if the type is not a remote interface, or the object does not implement it
     * @throws Exception any exception of the maker
     */
    public static <R extends Remote> R one(Class<R> type, int home, Callable<? extends R> maker) throws Exception {
        check(type);
        if (home < 0 || home >= size()) {
            throw new IllegalArgumentException("rank " + home + " of a job of " + size() + ": give one from 0 to "
                    + (size() - 1));
        }
        byte[] bytes = home == own() ? written(maker.call()) : new byte[0];
        return read(RankJob.allgather(bytes).get(home), type, home);
    }

    private static void check(Class<?> type) {
        if (!type.isInterface() || !Remote.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException(type.getName() + " is not an interface that extends java.rmi.Remote:"
                    + " a stub has the interfaces of its object, not its class");
        }
    }

    private static byte[] written(Remote object) throws RemoteException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = StandaloneStreams.writer(bytes, ReferenceLayer.current()::replacement)) {
            out.writeObject(stub(object));
        } catch (RemoteException e) {
            throw e;
        } catch (IOException e) {
            throw new MarshalException("stub of " + object.getClass().getName(), e);
        }
        return bytes.toByteArray();
    }

    private static Remote stub(Remote object) throws RemoteException {
        try {
            return RemoteServer.toStub(object);
        } catch (NoSuchObjectException e) {
            return UnicastRemoteObject.exportObject(object, 0);
        }
    }

    private static <R extends Remote> R read(byte[] bytes, Class<R> type, int rank) throws RemoteException {
        Object stub;
        try (ObjectInputStream in = StandaloneStreams.reader(new ByteArrayInputStream(bytes), type.getClassLoader(),
                ReferenceLayer.current())) {
            stub = in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new UnmarshalException("stub of the object of rank " + rank, e);
        }
        if (!type.isInstance(stub)) {
            throw new IllegalArgumentException("the object of rank " + rank + " is no " + type.getName() + ": " + stub);
        }
        return type.cast(stub);
    }
}
