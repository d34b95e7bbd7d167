package org.rmi4mpi.bridge;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * This rank's part in the MPI job, from Init to Finalize. Its state changes under its own monitor and
 * may be read by any thread.
 */
public final class Job {
    private enum State {
        BEFORE_INIT,
        RUNNING,
        FINALIZED
    }

    /** On the communicator for objects, whose own tags are larger. */
    private static final int MEETING_TAG = 0;
    private static final int BARRIER_TAG = 1;
    public static final int LAST_OWN_TAG = BARRIER_TAG;

    private static final int FAILED = 1;
    private static final long INIT_PATIENCE_MS = 30_000;
    private static final long ABORT_PATIENCE_MS = 5_000;
    /** For the launcher to take what was printed: that of MPICH drops what it has not read when the job is aborted. */
    private static final long OUTPUT_PAUSE_MS = 100;

    private static volatile State state = State.BEFORE_INIT;
    /** Whether MPI can be told of the job's end. */
    private static volatile boolean inMpi;
    private static volatile boolean isFinishing;
    private static volatile Progress progress = new PollingProgress();
    private static volatile ObjectStreams objectStreams = new JdkObjectStreams();
    private static JobParticipant participant;
    private static volatile Supplier<Leftovers> leftovers = () -> Leftovers.NONE;
    /** While this rank is in {@link #barrier()}. */
    private static volatile int[] awaited = {};
    private static long privateCommunicator;
    private static long objectCommunicator;
    private static int[] javaRanks;
    private static int rank = -1;
    private static int size;
    private static int nodeSize;
    private static int largestTag;
    private static String host = "";

    private Job() {}

    /**
     * Initialises MPI on the calling thread; every rank must do so.
     *
     * @throws IllegalStateException where it cannot be done, with the reason and the remedy
     */
    public static synchronized void start() {
        require(state == State.BEFORE_INIT, "MPI.Init has been called before; a job is initialised once");
        if (NativeLibrary.failure() != null) {
            throw new IllegalStateException(NativeLibrary.explanation(), NativeLibrary.failure());
        }
        checkLauncher();
        checkLibrary();
        participant = ServiceLoader.load(JobParticipant.class).findFirst().orElse(null);
        if (participant != null) {
            participant.prepare();
        }
        HotPaths.begin();
        initialise();
        HotPaths.initialise();
        state = State.RUNNING;
        if (participant != null) {
            progress = participant.join(privateCommunicator);
            objectStreams = participant.objectStreams();
        }
    }

    private static void checkLauncher() {
        String foreign = Mpi.foreignLauncher();
        require(
                foreign == null,
                "this process was started by " + foreign + ", and the bridge was built with " + Mpi.builtWith()
                        + ": start it by that MPI's own mpirun, or build with the other MPI (make MPI=mpich, or MPICC=... MPIRUN=...)");
    }

    private static void checkLibrary() {
        String built = firstLine(Mpi.builtWith());
        String loaded = firstLine(Mpi.libraryVersion());
        if (!built.equals(loaded)) {
            System.err.println("rmi4mpi: warning: the bridge was built with \"" + built + "\" and runs with \"" + loaded
                    + "\": build it again with the MPI that is loaded (make clean all)");
        }
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("").replaceAll("[\"\\\\\\s]+", " ").trim();
    }

    private static void initialise() {
        int wanted = (int) Mpi.constant("MPI_THREAD_MULTIPLE");
        int level = (int) Mpi.constant("MPI_THREAD_SERIALIZED");
        long world = Mpi.constant("MPI_COMM_WORLD");
        RequestSlot slot = RequestSlot.acquire();
        try {
            Thread patience = new Thread(Job::sayThatInitWaits, "rmi4mpi-init");
            patience.setDaemon(true);
            patience.start();
            int code = Mpi.init(wanted, slot);
            Signals.restore();
            require(code == Mpi.SUCCESS, "MPI_Init_thread failed with code " + code);
            inMpi = true;
            require(
                    slot.value() >= level,
                    "this MPI gives thread level " + slot.value() + " < MPI_THREAD_SERIALIZED = " + level
                            + ": use one that was built with thread support");
            succeed("MPI_Comm_set_errhandler", Mpi.returnErrors(world));
            succeed("MPI_Comm_rank", Mpi.commRank(world, slot));
            rank = slot.value();
            succeed("MPI_Comm_size", Mpi.commSize(world, slot));
            size = slot.value();
            host = Mpi.processorName();
            largestTag = Mpi.largestTag();
            makePrivateCommunicator(slot);
            agree();
            patience.interrupt();
            succeed("MPI_Comm_dup", Mpi.commDup(privateCommunicator, slot));
            objectCommunicator = slot.handle();
            succeed("MPI_Comm_split_type", Mpi.nodeSize(privateCommunicator, slot));
            nodeSize = slot.value();
            if (nodeSize > Runtime.getRuntime().availableProcessors()) {
                Mpi.shareCores();
            }
        } finally {
            slot.release();
        }
    }

    private static void makePrivateCommunicator(RequestSlot slot) {
        javaRanks = JavaRanks.find(rank, size);
        NativeBuffer ranks = NativeBuffer.acquire(4 * javaRanks.length);
        ranks.bytes().asIntBuffer().put(0, javaRanks);
        try {
            succeed("MPI_Comm_create_group", Mpi.commCreateGroup(
                    Mpi.constant("MPI_COMM_WORLD"), ranks.address(), javaRanks.length, 0, slot));
        } finally {
            ranks.release();
        }
        privateCommunicator = slot.handle();
    }

    /** Returns where the ranks understand one another. Otherwise the first of them says so, and ends the job for all. */
    private static void agree() {
        String difference = Agreement.difference(privateCommunicator, javaRanks, Agreement.Side.own(participant));
        if (difference == null) {
            return;
        } else if (rank == javaRanks[0]) {
            System.err.println(difference);
            abort(FAILED);
        }
        pause(ABORT_PATIENCE_MS);
        Runtime.getRuntime().halt(FAILED);
    }

    private static void sayThatInitWaits() {
        try {
            Thread.sleep(INIT_PATIENCE_MS);
            System.err.println("rmi4mpi: a rank (process " + ProcessHandle.current().pid() + ") has waited "
                    + INIT_PATIENCE_MS / 1000 + " s in MPI.Init for the other ranks: every rank must call it, and one that"
                    + " has ended before never will; -D" + JavaRanks.PROPERTY + " has to be the same on all");
        } catch (InterruptedException e) {
            // it is over
        }
    }

    /**
     * Ends MPI. Waits until every rank has come here, and serves remote calls until then.
     *
     * @throws IllegalStateException before Init or after Finalize
     * @throws StackOverflowError where the stack may not suffice; nothing has been done then
     */
    public static synchronized void finish() {
        require(isRunning(), "MPI.Finalize: " + whyNotRunning());
        Stack.requireToEnd(); // half an end could not be made again
        isFinishing = true;
        barrier();
        if (participant != null) {
            participant.leave();
        }
        Progress last = progress;
        progress = new PollingProgress();
        state = State.FINALIZED;
        inMpi = false;
        int code = Mpi.finish();
        last.end();
        require(code == Mpi.SUCCESS, "MPI_Finalize failed with code " + code);
    }

    /** As {@link #finish}, where no other thread has come before, whose end is waited for then. */
    public static synchronized void finishOnce() {
        if (isRunning()) {
            finish();
        }
    }

    /** Whether a thread has come to {@link #finish}. */
    public static boolean isFinishing() {
        return isFinishing;
    }

    /**
     * Returns when every Java rank has come here. By messages, which take nothing while they are awaited: MPI looks after
     * an Ibarrier in every test of anything else, 0.1 us a call.
     */
    public static void barrier() {
        require(isRunning(), whyNotRunning());
        meet(javaRanks, BARRIER_TAG);
    }

    /** Ranks of which one at least has not come to the barrier that this one is in; empty where it is in none. */
    public static int[] awaited() {
        return awaited.clone();
    }

    /** From now on package mpi tells what a program has begun there that has not ended. */
    public static void leftoversFrom(Supplier<Leftovers> source) {
        leftovers = source;
    }

    public static Leftovers leftovers() {
        return leftovers.get();
    }

    private static void barrier(long communicator) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            succeed("MPI_Ibarrier", Mpi.ibarrier(communicator, slot));
            stirAll(javaRanks);
            await(slot);
        } finally {
            slot.release();
        }
    }

    /** What each Java rank has given, in the order of ranks; every one of them has to come. */
    public static List<byte[]> allgather(byte[] bytes) {
        NativeBuffer lengths = NativeBuffer.acquire(4 * (javaSize() + 1));
        lengths.bytes().asIntBuffer().put(0, bytes.length);
        allgather(lengths, 4, privateCommunicator);
        int longest = 0;
        for (int i = 0; i < javaSize(); i++) {
            longest = Math.max(longest, lengths.bytes().getInt(4 * (i + 1)));
        }
        NativeBuffer all = NativeBuffer.acquire(longest * (javaSize() + 1));
        all.bytes().put(0, bytes);
        allgather(all, longest, privateCommunicator);
        List<byte[]> result = new ArrayList<>();
        for (int i = 0; i < javaSize(); i++) {
            byte[] each = new byte[lengths.bytes().getInt(4 * (i + 1))];
            all.bytes().get(longest * (i + 1), each);
            result.add(each);
        }
        lengths.release();
        all.release();
        return result;
    }

    /** The caller's part is the first of the memory; those of all ranks follow it. */
    static void allgather(NativeBuffer memory, int partLength, long communicator) {
        RequestSlot slot = RequestSlot.acquire();
        long type = Mpi.constant("MPI_BYTE");
        try {
            succeed("MPI_Iallgather", Mpi.iallgather(memory.address(), partLength, type, memory.address() + partLength,
                    partLength, type, communicator, slot));
            await(slot);
        } finally {
            slot.release();
        }
    }

    static void await(RequestSlot slot) {
        progress().await(() -> {
            succeed("MPI_Test", Mpi.test(slot));
            return slot.isDone();
        });
    }

    /**
     * Makes a call that every member of a communicator makes, and that blocks until all are inside. They meet
     * first, so that remote calls are served while the last is awaited. The call is made without the entry lock: two
     * threads may make such calls on two communicators in opposite orders at two ranks. Where the MPI allows one
     * thread at a time, they must not.
     *
     * @param mixed whether ranks of other languages are members, which do not come to meet
     * @return MPI's code
     */
    public static int together(long communicator, boolean mixed, IntSupplier call) {
        if (!mixed) {
            barrier(communicator);
        }
        return call.getAsInt();
    }

    /** As {@link #together(long, boolean, IntSupplier)}, for a call that some Java ranks make, given by their ranks here. */
    public static int together(int[] worldRanks, IntSupplier call) {
        meet(worldRanks, MEETING_TAG);
        return call.getAsInt();
    }

    private static void meet(int[] worldRanks, int tag) {
        int ranks = worldRanks.length;
        int own = IntStream.range(0, ranks).filter(i -> worldRanks[i] == rank).findFirst().getAsInt();
        for (int distance = 1; distance < ranks; distance *= 2) { // each hears of twice as many
            if (tag == BARRIER_TAG) {
                awaited = heardOf(worldRanks, own, distance);
            }
            tell(javaRank(worldRanks[(own + distance) % ranks]),
                    javaRank(worldRanks[(own - distance + ranks) % ranks]), tag);
        }
        if (tag == BARRIER_TAG) {
            awaited = new int[0];
        }
    }

    /** Those that have come when the next message has. */
    private static int[] heardOf(int[] ranks, int own, int distance) {
        return IntStream.range(distance, Math.min(2 * distance, ranks.length))
                .map(i -> ranks[(own - i + ranks.length) % ranks.length])
                .sorted()
                .toArray();
    }

    private static void tell(int receiver, int sender, int tag) {
        RequestSlot in = RequestSlot.acquire();
        RequestSlot out = RequestSlot.acquire();
        long type = Mpi.constant("MPI_BYTE");
        try {
            succeed("MPI_Irecv", Mpi.irecv(0, 0, type, sender, tag, objectCommunicator, in));
            succeed("MPI_Isend", Mpi.isend(0, 0, type, receiver, tag, objectCommunicator, out));
            progress().stir(receiver);
            await(in);
            await(out);
        } finally {
            in.release();
            out.release();
        }
    }

    /** A rank's place among those that run Java, given that in MPI_COMM_WORLD; negative for one that does not. */
    public static int javaRank(int worldRank) {
        return Arrays.binarySearch(javaRanks, worldRank);
    }

    /** A message has been sent to a rank, given by its place in MPI_COMM_WORLD. */
    public static void stir(int worldRank) {
        int receiver = javaRanks.length == size ? worldRank : javaRank(worldRank);
        if (receiver >= 0) {
            progress().stir(receiver);
        }
    }

    /** As {@link #stir}, to several. */
    public static void stirAll(int[] worldRanks) {
        for (int each : worldRanks) {
            stir(each);
        }
    }

    /** How many ranks run Java. */
    public static int javaSize() {
        return javaRanks.length;
    }

    /** Of all Java ranks, for the serialized objects that are too large for the message that announces them. */
    public static long objectCommunicator() {
        return objectCommunicator;
    }

    /** Ends every rank of the job with this exit status, and does not return. The caller has said why. */
    public static void abort(int status) {
        try {
            Thread last = new Thread(() -> {
                pause(ABORT_PATIENCE_MS);
                Runtime.getRuntime().halt(status);
            }, "rmi4mpi-abort");
            last.setDaemon(true);
            last.start();
        } catch (OutOfMemoryError e) {
            // this thread ends the job, unless MPI or standard error holds it up
        }
        flush(System.err);
        flush(System.out);
        pause(OUTPUT_PAUSE_MS);
        if (inMpi) {
            Mpi.abort(status);
        }
        Runtime.getRuntime().halt(status);
    }

    private static void flush(PrintStream out) {
        try {
            out.flush();
        } catch (RuntimeException e) {
            // the program's own, which fails, or null
        }
    }

    private static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            // goes on at once, then
        }
    }

    public static boolean isInitialized() {
        return state != State.BEFORE_INIT;
    }

    public static boolean isRunning() {
        return state == State.RUNNING;
    }

    /** For the message of a call that came too early or too late. */
    public static String whyNotRunning() {
        return state == State.BEFORE_INIT ? "MPI is not initialised yet: call MPI.Init(args) first"
                : "MPI has been finalised: nothing can follow MPI.Finalize()";
    }

    /** Rank in MPI_COMM_WORLD; -1 before Init. */
    public static int rank() {
        return rank;
    }

    public static int size() {
        return size;
    }

    /** How many of the job's ranks are on this node. */
    public static int nodeSize() {
        return nodeSize;
    }

    /** Name of the node, as MPI has it. */
    public static String host() {
        return host;
    }

    public static int largestTag() {
        return largestTag;
    }

    public static Progress progress() {
        return progress;
    }

    /** Also after Finalize, for bytes that a program has kept. */
    public static ObjectStreams objectStreams() {
        return objectStreams;
    }

    static void succeed(String call, int code) {
        if (code == Mpi.NO_STACK) {
            throw Mpi.noStack();
        } else if (code != Mpi.SUCCESS) {
            throw new IllegalStateException(call + " failed at rank " + rank + ": " + Mpi.errorString(code));
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }
}
