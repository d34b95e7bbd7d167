package org.rmi4mpi.bridge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * This rank's part in the MPI job, from Init to Finalize. Its state changes under the class's monitor. Any thread may
 * read it.
 */
public final class Job {
    private enum State {
        BEFORE_INIT,
        RUNNING,
        FINALIZED
    }

    /** System property that names the ranks that run Java. */
    public static final String RANKS_PROPERTY = JavaRanks.PROPERTY;

    /** System property that names the ranks of other languages that have remote objects. */
    public static final String PEERS_PROPERTY = JavaRanks.PEERS_PROPERTY;

    /** System property that turns strict mode on, where it is not 0. */
    public static final String STRICT_PROPERTY = "rmi4mpi.strict";

    /** Tags on the communicator for objects. Tags of messages with objects are larger. */
    static final int MEETING_TAG = 0;
    static final int BARRIER_TAG = 1;
    private static final int LAST_MEETING_TAG = 2;
    public static final int LAST_OWN_TAG = LAST_MEETING_TAG;

    /** Bytes of a broadcast that leave at once. */
    private static final int LONGEST_PIECE = 1 << 20;
    private static final int FAILED = 1;
    /** After this time a line reports a wait, which the other ranks end. */
    private static final long INIT_PATIENCE_MS = 30_000;

    private static volatile State state = State.BEFORE_INIT;
    private static volatile boolean isFinishing;
    private static volatile Progress progress = new PollingProgress();
    private static volatile ObjectStreams objectStreams = new JdkObjectStreams();
    private static volatile MessageProbe messageProbe = new MessageProbe();
    private static JobParticipant participant;
    private static volatile Supplier<Leftovers> leftovers = () -> Leftovers.NONE;
    private static volatile Runnable atEnd = () -> {};
    private static volatile Runnable atAbort = () -> {};
    private static long privateCommunicator;
    private static long objectCommunicator;
    /** For {@link Meetings#meetLiving}, where lost ranks are survived. */
    private static long livingCommunicator;
    private static long lastLivingCommunicator;
    /** The ranks that live, as far as they have agreed. */
    private static volatile long orderCommunicator;
    private static int[] javaRanks;
    private static int rank = -1;
    private static int size;
    private static int nodeSize;
    private static String host = "";

    private Job() {}

    /**
     * Initialises MPI on the calling thread. Every rank must do so.
     *
     * @throws IllegalStateException if MPI cannot be initialised; the message gives the reason and the remedy
     */
    public static synchronized void start() {
        require(state == State.BEFORE_INIT, "MPI.Init has been called before; a job is initialised once");
        if (NativeLibrary.failure() != null) {
            throw new IllegalStateException(NativeLibrary.explanation(), NativeLibrary.failure());
        }
        LibraryCheck.check();
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
            messageProbe = progress.messageProbe();
        }
    }

    /** The version text of the MPI that the bridge was built with, in one line; that of the loaded MPI if it was built for any. */
    public static String builtMpi() {
        return Mpi.builtWith() == null ? loadedMpi() : LibraryCheck.firstLine(Mpi.builtWith());
    }

    /** The version text of the loaded MPI, in one line. */
    public static String loadedMpi() {
        return LibraryCheck.firstLine(Mpi.libraryVersion());
    }

    /** Chooses the thread level, and initialises MPI with it. */
    private static void initialise() {
        int wantedLevel = (int) Mpi.constant("MPI_THREAD_MULTIPLE");
        int leastLevel = (int) Mpi.constant("MPI_THREAD_SERIALIZED");
        long world = Mpi.constant("MPI_COMM_WORLD");
        RequestSlot slot = RequestSlot.acquire();
        try {
            Thread patience = new Thread(Job::reportSlowInit, "rmi4mpi-init");
            patience.setDaemon(true);
            patience.start();
            int code = Mpi.init(wantedLevel, slot);
            Signals.restore();
            require(code == Mpi.SUCCESS, "MPI_Init_thread failed with code " + code);
            require(
                    slot.value() >= leastLevel,
                    "this MPI gives thread level " + slot.value() + " < MPI_THREAD_SERIALIZED = " + leastLevel
                            + ": use one that was built with thread support");
            succeed("MPI_Comm_set_errhandler", MpiCommunicators.returnErrors(world));
            succeed("MPI_Comm_set_errhandler", MpiCommunicators.returnErrors(Mpi.constant("MPI_COMM_SELF")));
            succeed("MPI_Comm_rank", MpiCommunicators.commRank(world, slot));
            rank = slot.value();
            succeed("MPI_Comm_size", MpiCommunicators.commSize(world, slot));
            size = slot.value();
            host = Mpi.processorName();
            WorldAttributes.read(size);
            makePrivateCommunicator();
            agree();
            patience.interrupt();
            succeed("MPI_Comm_dup", MpiCommunicators.commDup(privateCommunicator, slot));
            objectCommunicator = slot.handle();
            if (LostRanks.ARE_SURVIVED) {
                prepareToSurvive(slot);
            }
            succeed("MPI_Comm_split_type", MpiCommunicators.nodeSize(privateCommunicator, slot));
            nodeSize = slot.value();
            if (nodeSize > Runtime.getRuntime().availableProcessors()) {
                Mpi.shareCores();
            }
        } finally {
            slot.release();
        }
    }

    private static void prepareToSurvive(RequestSlot slot) {
        require(MpiSurvival.isThere(),
                "this MPI cannot survive the loss of a rank: --survive needs Open MPI 5 or later, with"
                        + " its ULFM; the MPI is " + loadedMpi());
        succeed("MPI_Comm_dup", MpiCommunicators.commDup(privateCommunicator, slot));
        livingCommunicator = slot.handle();
        succeed("MPI_Comm_dup", MpiCommunicators.commDup(privateCommunicator, slot));
        lastLivingCommunicator = slot.handle();
        succeed("MPI_Comm_dup", MpiCommunicators.commDup(privateCommunicator, slot));
        orderCommunicator = slot.handle();
        String folder = System.getProperty("rmi4mpi.job", "");
        if (!folder.isEmpty()) {
            MpiSurvival.endByFile(folder, rank, size);
        }
    }

    private static void makePrivateCommunicator() {
        javaRanks = JavaRanks.find(rank, size);
        privateCommunicator = makeCommunicator(javaRanks, 0);
    }

    /** Returns if all ranks are compatible. Otherwise the first rank reports the difference, and the job is aborted. */
    private static void agree() {
        String difference = Agreement.difference(privateCommunicator, javaRanks, Agreement.Side.own(participant));
        if (difference == null) {
            return;
        } else if (rank == javaRanks[0]) {
            System.err.println(difference);
            abort(FAILED);
        }
        Abort.pause(Abort.PATIENCE_MS);
        Runtime.getRuntime().halt(FAILED);
    }

    private static void reportSlowInit() {
        try {
            Thread.sleep(INIT_PATIENCE_MS);
            System.err.println("rmi4mpi: a rank (process " + ProcessHandle.current().pid() + ") has waited "
                    + INIT_PATIENCE_MS / 1000 + " s in MPI.Init for the other ranks: every rank must call it, and a"
                    + " rank that has ended never will; -D" + JavaRanks.PROPERTY + " must be the same at all ranks");
        } catch (InterruptedException e) {
            // All ranks have arrived.
        }
    }

    /**
     * Finalises MPI. Waits until every rank has called it, and serves remote calls until then.
     *
     * @throws IllegalStateException before Init or after Finalize
     * @throws StackOverflowError if the stack may not suffice; nothing has been done then
     */
    public static synchronized void finish() {
        require(isRunning(), "MPI.Finalize: " + whyNotRunning());
        Stack.requireToEnd(); // A partial finalisation could not be repeated.
        isFinishing = true;
        if (participant != null) {
            participant.finishing();
        }
        atEnd.run();
        barrier();
        if (participant != null) {
            participant.leave();
        }
        Progress last = progress;
        progress = new PollingProgress();
        state = State.FINALIZED;
        int code;
        if (LostRanks.ARE_SURVIVED) {
            MpiSurvival.markEnded(LostRanks.isUnhandled() ? FAILED : 0, LostRanks.count());
            code = MpiSurvival.finish();
        } else {
            code = Mpi.finish(javaRanks.length + peerRanks().length == size);
        }
        last.end();
        require(code == Mpi.SUCCESS, "MPI_Finalize failed with code " + code);
    }

    /** Calls {@link #finish} unless another thread has. In that case it waits for that thread. */
    public static synchronized void finishOnce() {
        if (isRunning()) {
            finish();
        }
    }

    /** Whether a thread has called {@link #finish}. */
    public static boolean isFinishing() {
        return isFinishing;
    }

    /**
     * Waits until every Java rank has called this method, or is lost. Uses messages: waiting for a message costs other
     * operations nothing. A pending Ibarrier would add 0.1 us to every test, because MPI polls it too.
     */
    public static void barrier() {
        require(isRunning(), whyNotRunning());
        if (LostRanks.ARE_SURVIVED) {
            Meetings.meetLiving(livingCommunicator);
        } else {
            Meetings.meet(javaRanks, BARRIER_TAG);
        }
    }

    /**
     * Waits until every Java rank that lives has called this method, where lost ranks are survived.
     *
     * @return the bits that all of them have given
     */
    public static int agree(int bits) {
        barrier();
        return Meetings.agree(livingCommunicator, bits);
    }

    /**
     * Waits until every Java rank has called this method, whatever its other threads do. Called once in a job, by ranks
     * that have been told to end.
     */
    public static void lastMeeting() {
        require(isRunning(), whyNotRunning());
        if (LostRanks.ARE_SURVIVED) {
            Meetings.meetLiving(lastLivingCommunicator);
        } else {
            Meetings.meet(javaRanks, LAST_MEETING_TAG);
        }
    }

    /** Sets the source of {@link #leftovers}. Called by package mpi. */
    public static void takeLeftoversFrom(Supplier<Leftovers> source) {
        leftovers = source;
    }

    /** Sets the action that every rank runs first in {@link #finish}. It may be collective over all Java ranks. */
    public static void atEnd(Runnable action) {
        atEnd = action;
    }

    /** Sets the action of this rank before {@link #abort}. It has some seconds. */
    public static void atAbort(Runnable action) {
        atAbort = action;
    }

    public static Leftovers leftovers() {
        return leftovers.get();
    }

    /** Gathers one value from each Java rank, in the order of ranks. Collective over all Java ranks. */
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

    /**
     * Gives the bytes of the first Java rank to all of them. Collective over all Java ranks.
     *
     * @param bytes not used at other ranks
     */
    public static byte[] broadcast(byte[] bytes) {
        boolean isRoot = rank == javaRanks[0];
        int total = broadcastLength(isRoot ? bytes.length : 0);
        byte[] all = isRoot ? bytes : new byte[total];
        NativeBuffer memory = NativeBuffer.acquire(Math.min(LONGEST_PIECE, total));
        try {
            for (int done = 0; done < total; done += LONGEST_PIECE) {
                int length = Math.min(LONGEST_PIECE, total - done);
                if (isRoot) {
                    memory.bytes().put(0, all, done, length);
                }
                broadcast(memory, length);
                if (!isRoot) {
                    memory.bytes().get(0, all, done, length);
                }
            }
            return all;
        } finally {
            memory.release();
        }
    }

    private static int broadcastLength(int length) {
        NativeBuffer memory = NativeBuffer.acquire(Integer.BYTES);
        try {
            memory.bytes().putInt(0, length);
            broadcast(memory, Integer.BYTES);
            return memory.bytes().getInt(0);
        } finally {
            memory.release();
        }
    }

    private static void broadcast(NativeBuffer memory, int length) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            succeed("MPI_Ibcast", MpiCollectives.ibcast(memory.address(), length, Mpi.constant("MPI_BYTE"), 0,
                    privateCommunicator, slot));
            stirAll(javaRanks);
            await(slot);
        } finally {
            slot.release();
        }
    }

    /** The caller's part comes first in the memory. The parts of all ranks follow it. */
    static void allgather(NativeBuffer memory, int partLength, long communicator) {
        RequestSlot slot = RequestSlot.acquire();
        long type = Mpi.constant("MPI_BYTE");
        try {
            succeed("MPI_Iallgather",
                    MpiCollectives.iallgather(memory.address(), partLength, type, memory.address() + partLength,
                            partLength, type, communicator, slot));
            stirAll(javaRanks);
            await(slot);
        } finally {
            slot.release();
        }
    }

    /** Waits for an operation of our own, in which the other ranks usually arrive soon. */
    static void await(RequestSlot slot) {
        await(slot, javaRanks);
    }

    /** @param worldRanks the ranks that take part */
    static void await(RequestSlot slot, int[] worldRanks) {
        if (!VirtualThreads.isCurrent()) {
            succeed("MPI_Test", Mpi.awaitBriefly(slot, Mpi.BRIEF_NS));
        }
        if (slot.isDone()) {
            return;
        }
        progress().await(new Meeting(slot, worldRanks));
    }

    /** A wait for an operation of our own. A report of waits names it by the call on the thread's stack. */
    private record Meeting(RequestSlot slot, int[] worldRanks) implements Completion {
        @Override
        public boolean test() {
            succeed("MPI_Test", Mpi.test(slot));
            return slot.isDone();
        }

        @Override
        public Awaited awaited() {
            return new Awaited(Awaited.Event.COLLECTIVE, "", "", Arrays.stream(worldRanks).boxed().toList(), "");
        }
    }

    /**
     * Converts a rank in MPI_COMM_WORLD to a rank among those that run Java. Negative if that rank does not run Java.
     */
    public static int javaRank(int worldRank) {
        return Arrays.binarySearch(javaRanks, worldRank);
    }

    /** Converts a rank among those that run Java to its rank in MPI_COMM_WORLD. */
    public static int worldRank(int javaRank) {
        return javaRanks == null ? javaRank : javaRanks[javaRank];
    }

    /** Stirs a rank, given by its rank in MPI_COMM_WORLD, after a message was sent to it. */
    public static void stir(int worldRank) {
        int receiver = javaRanks.length == size ? worldRank : javaRank(worldRank);
        if (receiver >= 0) {
            progress().stir(receiver);
        }
    }

    /** Stirs the ranks of this node among several ranks. Called where an operation of all of them has begun. */
    public static void stirAll(int[] worldRanks) {
        if (worldRanks.length == size) {
            progress().stirNode();
            return;
        }
        for (int each : worldRanks) {
            int receiver = javaRank(each);
            if (receiver >= 0) {
                progress().stirNear(receiver);
            }
        }
    }

    /**
     * The ranks of other languages that have remote objects, in MPI_COMM_WORLD, in ascending order. Empty in most jobs.
     *
     * @throws IllegalStateException if the environment names ranks that do not exist, or this one
     */
    public static int[] peerRanks() {
        return JavaRanks.findPeers(rank, size);
    }

    /**
     * The ranks that run no Java, in MPI_COMM_WORLD, in ascending order. Before Init those that the environment names.
     *
     * @throws IllegalStateException if the environment cannot be read
     */
    public static int[] ranksOfOtherLanguages() {
        return isInitialized() ? IntStream.range(0, size).filter(each -> javaRank(each) < 0).toArray()
                : JavaRanks.findPeers(-1, Integer.MAX_VALUE);
    }

    /**
     * Makes a communicator of ranks, in this order. Collective over these ranks, which may run any language.
     *
     * @param worldRanks ranks in MPI_COMM_WORLD
     * @return its handle
     */
    public static long makeCommunicator(int[] worldRanks, int tag) {
        RequestSlot slot = RequestSlot.acquire();
        NativeBuffer ranks = NativeBuffer.of(worldRanks);
        try {
            succeed("MPI_Comm_create_group", MpiCommunicators.commCreateGroup(
                    Mpi.constant("MPI_COMM_WORLD"), ranks.address(), worldRanks.length, tag, slot));
            return slot.handle();
        } finally {
            ranks.release();
            slot.release();
        }
    }

    /** The ranks that run Java, in MPI_COMM_WORLD; not to be changed. */
    public static int[] javaRanks() {
        return javaRanks;
    }

    /** Number of ranks that run Java. */
    public static int javaSize() {
        return javaRanks.length;
    }

    /**
     * Communicator of all Java ranks, for serialized objects that are too large for the message that announces them.
     */
    public static long objectCommunicator() {
        return objectCommunicator;
    }

    /** The communicator of {@link JobParticipant#join}. */
    static long frameCommunicator() {
        return privateCommunicator;
    }

    static long orderCommunicator() {
        return orderCommunicator;
    }

    static void setOrderCommunicator(long shrunk) {
        orderCommunicator = shrunk;
    }

    /** Aborts all ranks of the job with this exit status. Does not return. The caller has printed the reason. */
    public static void abort(int status) {
        if (LostRanks.ARE_SURVIVED && isInitialized()) {
            MpiSurvival.tellAbort(status);
        }
        Abort.end(status, atAbort);
    }

    /**
     * Has the launcher end the job, without a word, when this process exits by itself: the launcher would describe the
     * status of a process that it has told to end.
     */
    public static void abortAtExit() {
        try {
            Mpi.abortAtExit();
        } catch (LinkageError e) {
            // The native library is not there, and the launcher describes the status.
        }
    }

    public static boolean isInitialized() {
        return state != State.BEFORE_INIT;
    }

    public static boolean isRunning() {
        return state == State.RUNNING;
    }

    /** The reason for an error message when {@link #isRunning} is false. */
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

    /** Number of the job's ranks on this node. */
    public static int nodeSize() {
        return nodeSize;
    }

    /** Name of the node, as MPI reports it. */
    public static String host() {
        return host;
    }

    /** MPI's own version text. */
    public static String libraryVersion() {
        return Mpi.libraryVersion().trim();
    }

    public static Progress progress() {
        return progress;
    }

    /** Receives the messages and collective operations of this rank. */
    public static MessageProbe messageProbe() {
        return messageProbe;
    }

    /** The streams of objects. Valid after Finalize too, for bytes that a program has kept. */
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

    static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }
}
