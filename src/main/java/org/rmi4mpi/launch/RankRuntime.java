package org.rmi4mpi.launch;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.JobParticipant;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.bridge.ObjectStreams;
import org.rmi4mpi.bridge.Progress;
import org.rmi4mpi.dispatch.RankProcess;
import org.rmi4mpi.dispatch.RunningCall;
import org.rmi4mpi.dispatch.WaitPolicy;
import org.rmi4mpi.ref.RankService;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.transport.mpi.MpiTransport;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.ObjectCodes;

/** Assembles the layers of a rank when the job starts, and stops them when it ends. */
public final class RankRuntime implements JobParticipant {
    private static final long TASKS_PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    /** Initialises classes while MPI starts. */
    private final Thread initialiser = new Thread(ReferenceLayer::initialise, "rmi4mpi-classes");
    private final StatisticsLines statistics = new StatisticsLines();
    private final List<RankService> services = new ArrayList<>();
    private RankObservers observers;
    private ReferenceLayer layer;
    private long finalizeGraceNs;

    @Override
    public void prepare() {
        RankEnd.watch();
        initialiser.setDaemon(true);
        initialiser.start();
    }

    @Override
    public String terms() {
        return "frames " + FrameHeader.VERSION + ", objects " + ObjectCodes.VERSION
                + (Options.HEARTBEAT.isGiven() ? ", heartbeat " + Options.HEARTBEAT.value() + " s" : "")
                + (Options.STRICT.value() > 0 ? ", strict" : "")
                + (LostRanks.ARE_SURVIVED ? ", --survive" : "")
                + (Options.RMI.isSet() ? ", --rmi" : "")
                + (Options.SHARE.isSet() ? ", " + Options.SHARE.flag() : "")
                + (JpvmProgram.isWanted() ? ", --jpvm" : "");
    }

    @Override
    public Progress join(long communicator) {
        awaitClasses();
        boolean sharesCores = Job.nodeSize() > Runtime.getRuntime().availableProcessors();
        long longestSleepNs = TimeUnit.MICROSECONDS.toNanos(Options.LONGEST_SLEEP.value());
        finalizeGraceNs = TimeUnit.MILLISECONDS.toNanos(Options.FINALIZE_GRACE.value());
        MpiTransport transport = new MpiTransport(communicator, Job.javaRank(Job.rank()), Job.javaSize());
        observers = new RankObservers();
        layer = new ReferenceLayer(transport, new WaitPolicy(Options.POLLS.value(), sharesCores, longestSleepNs),
                observers.probe(), Options.COLLECTION.value() > 0);
        layer.setPieceBytes(Options.PIECE.value());
        int overdueSeconds = Options.OVERDUE.value();
        int heartbeatSeconds = Options.HEARTBEAT.value();
        transport.reach(meet(transport.bellAddress())); // Collective, so it must not depend on options.
        LostHost.askThrough(transport);
        layer.setProcesses(RankLabels.processes());
        if (overdueSeconds > 0) {
            layer.tellOverdue(TimeUnit.SECONDS.toNanos(overdueSeconds));
        }
        if (heartbeatSeconds > 0) {
            layer.dispatcher().watchdogs().watchRanks(TimeUnit.SECONDS.toNanos(heartbeatSeconds), RankEnd::endWithout);
        }
        ReferenceLayer.makeCurrent(layer);
        FinalizeWait.export(layer);
        JobProgress.export(layer);
        observers.start(layer);
        ServiceLoader.load(RankService.class).forEach(services::add);
        services.forEach(service -> service.prepare(layer));
        services.forEach(service -> service.start(layer));
        layer.dispatcher().start();
        return layer.dispatcher();
    }

    private void awaitClasses() {
        try {
            initialiser.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // Classes are then initialised on first use.
        }
    }

    /**
     * The ranks exchange their identities, whether they count, and the errors in their command lines. Returns the
     * addresses of their bells; empty for a rank that has none.
     */
    private List<String> meet(String bellAddress) {
        List<String> lines = new ArrayList<>();
        lines.add(ProcessHandle.current().pid() + " " + Job.host() + " " + bellAddress + " "
                + (Options.STATISTICS.value() > 0));
        List<String> bells = new ArrayList<>();
        UnknownOptions.addTo(lines);
        IgnoredProperties.addTo(lines);
        if (!Options.SHARE.isSet() || Job.javaRank(Job.rank()) == 0) {
            ClassPathCheck.addMissingTo(lines);
        }
        List<RankProcess> all = new ArrayList<>();
        Set<String> told = new HashSet<>();
        for (byte[] each : Job.allgather(String.join("\n", lines).getBytes(StandardCharsets.UTF_8))) {
            String text = new String(each, StandardCharsets.UTF_8);
            int end = text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n');
            String[] words = text.substring(0, end).split(" ", -1);
            if (end < text.length()) {
                tell(text.substring(end + 1).split("\n"), all.size() == Job.javaRank(Job.rank()), told);
            }
            statistics.add(all.size(), Boolean.parseBoolean(words[3]));
            all.add(new RankProcess(words[1].intern(), // one text for all ranks of a host
                    Long.parseLong(words[0])));
            bells.add(words[2]);
        }
        RankLabels.setProcesses(List.copyOf(all));
        return bells;
    }

    /** The first rank that has a line prints it for all ranks that have it. */
    private static void tell(String[] lines, boolean own, Set<String> told) {
        for (String line : lines) {
            if (told.add(line) && own) {
                System.err.println("rmi4mpi: " + line);
            }
        }
    }

    @Override
    public ObjectStreams objectStreams() {
        return new MessageStreams(layer);
    }

    @Override
    public void finishing() {
        if (!ProgramMain.hasReturned() && !Options.RMI.isSet() && !JpvmProgram.isWanted() && !RankJob.isStarter()) {
            FinalizeWait.begin();
        }
    }

    /**
     * Stops this rank after all ranks have reached Finalize and main programs make no more calls. First the calls in
     * progress end on all ranks. Then nothing is in flight in MPI, and the dispatcher stops.
     */
    @Override
    public void leave() {
        if (!LostRanks.ARE_SURVIVED) {
            MissingFinalize.compare();
        }
        awaitTasks();
        layer.awaitAsyncs(finalizeGraceNs);
        observers.leave();
        services.forEach(RankService::stop);
        layer.stopCollecting();
        layer.dispatcher().quiescence().flush(finalizeGraceNs);
        Job.barrier();
        List<RunningCall> inProgress = layer.dispatcher().quiescence().callsInProgress();
        if (LostRanks.ARE_SURVIVED) {
            awaitRestOfLiving();
        } else {
            awaitRest();
        }
        layer.dispatcher().watchdogs().stopHeartbeat();
        layer.dispatcher().quiescence().giveUpCalls(inProgress);
        if (LostRanks.ARE_SURVIVED) {
            LostAtEnd.tell(layer.dispatcher().losses());
        } else {
            Job.barrier();
        }
        ReferenceLayer.makeCurrent(null);
        LostHost.askThrough(null);
        if (!LostRanks.ARE_SURVIVED) {
            statistics.print(layer.rank(), layer.dispatcher().statistics());
        }
        observers.end();
        layer.stop();
    }

    /** Waits for the tasks that this rank has given to others, without a limit: a program may leave its work to them. */
    private void awaitTasks() {
        long reportAt = System.nanoTime() + TASKS_PATIENCE_NS;
        layer.dispatcher().awaitUntil(() -> layer.tasksUnderWay() == 0 || System.nanoTime() - reportAt > 0);
        long left = layer.tasksUnderWay();
        if (left > 0) {
            System.err.println(RankLabels.who() + ": the end of the job waits for "
                    + (left == 1 ? "a task" : left + " tasks")
                    + " of executors of this rank: cancel those that do not end, or see what they do (rmi4mpirun --why)");
            layer.dispatcher().awaitUntil(() -> layer.tasksUnderWay() == 0);
        }
    }

    /**
     * Waits until all ranks are quiescent. Running methods may call other ranks, and nobody waits for some of these
     * calls. So all ranks have to be quiescent twice, and must have sent nothing in between. Calls sent before the
     * first check have begun by then, and have ended by the second.
     */
    private void awaitRest() {
        long deadline = System.nanoTime() + finalizeGraceNs;
        long[] before = {};
        while (true) {
            boolean hadTasks = layer.tasksUnderWay() > 0; // such as those that tasks of other ranks have submitted
            awaitTasks();
            deadline = hadTasks ? System.nanoTime() + finalizeGraceNs : deadline;
            List<Round> all = exchange(new Round(layer.rest(deadline), hadTasks));
            long[] sent = all.stream().mapToLong(Round::sent).toArray();
            if (Arrays.equals(sent, before) || all.stream().anyMatch(each -> each.sent() < 0)) {
                return;
            }
            before = sent;
            deadline = all.stream().anyMatch(Round::hadTasks) ? System.nanoTime() + finalizeGraceNs : deadline;
        }
    }

    private static final int SAME = 1;
    private static final int IN_TIME = 2;
    private static final int HAD_NO_TASKS = 4;

    /** Works as {@link #awaitRest} among the ranks that live, which agree on bits, and gather nothing. */
    private void awaitRestOfLiving() {
        long deadline = System.nanoTime() + finalizeGraceNs;
        long before = -1;
        while (true) {
            boolean hadTasks = layer.tasksUnderWay() > 0;
            awaitTasks();
            deadline = hadTasks ? System.nanoTime() + finalizeGraceNs : deadline;
            long sent = layer.rest(deadline);
            int agreed =
                    Job.agree((sent == before ? SAME : 0) | (sent >= 0 ? IN_TIME : 0) | (hadTasks ? 0 : HAD_NO_TASKS));
            if ((agreed & SAME) != 0 || (agreed & IN_TIME) == 0) {
                return;
            }
            before = sent;
            deadline = (agreed & HAD_NO_TASKS) == 0 ? System.nanoTime() + finalizeGraceNs : deadline;
        }
    }

    /**
     * What a rank has found.
     *
     * @param sent amount that it has sent; -1 if its time was over
     * @param hadTasks whether it has waited for tasks, while the time of other ranks passed
     */
    private record Round(long sent, boolean hadTasks) {}

    private static List<Round> exchange(Round own) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + 1).putLong(own.sent()).put((byte) (own.hadTasks() ? 1 : 0));
        return Job.allgather(bytes.array()).stream().map(ByteBuffer::wrap)
                .map(each -> new Round(each.getLong(), each.get() != 0)).toList();
    }
}
