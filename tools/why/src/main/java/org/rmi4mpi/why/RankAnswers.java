package org.rmi4mpi.why;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.dispatch.RecentEvents;
import org.rmi4mpi.dispatch.RunningCall;
import org.rmi4mpi.dispatch.Wait;
import org.rmi4mpi.launch.RankInquiry;
import org.rmi4mpi.launch.RankVariables;
import org.rmi4mpi.ref.ReferenceLayer;

/**
 * The answer of this rank. Stacks and monitors come first, since the JVM knows them. The names of what threads wait for are
 * next: for some, MPI is asked for the ranks of a communicator. A look at the messages that have come is last. Each of these
 * steps may be late, if a thread is inside MPI, and so the answer is written after each.
 */
public final class RankAnswers implements RankInquiry {
    /** Ending of the file of a whole answer. */
    static final String ANSWER = ".answer";
    /** Ending of the file of an answer to which something may be added. */
    static final String HASTY = ".hasty";

    /** Classes of answers. */
    private static final String FILTER = "org.rmi4mpi.why.*;org.rmi4mpi.bridge.*;java.base/*;!*";
    private static final int DEEPEST = 256;

    @Override
    public void answer(Path folder) throws IOException {
        Collected collected = new Collected();
        write(folder, HASTY, collected.answer(List.of(), wait -> ""));
        List<Wait> waits = collected.waits();
        write(folder, HASTY, collected.answer(waits, wait -> ""));
        write(folder, ANSWER, collected.answer(waits, Wait::unexpected));
    }

    private static void write(Path folder, String ending, Answer answer) throws IOException {
        String name = fileName(ProcessHandle.current().pid(), RankVariables.rank(System.getenv()));
        Path written = Files.createTempFile(folder, name, ".part");
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(written))) {
            out.writeObject(answer);
        }
        Files.move(written, folder.resolve(name + ending), StandardCopyOption.ATOMIC_MOVE);
    }

    /** The name of a rank's file, without its ending. Processes of two hosts may have one number. */
    static String fileName(long process, int rank) {
        return rank + "-" + process;
    }

    /** Reads an answer that another process has written. */
    static Answer read(Path file) {
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            in.setObjectInputFilter(ObjectInputFilter.Config.createFilter(FILTER));
            return (Answer) in.readObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(file + " was written by another version of rmi4mpi", e);
        }
    }

    /** The state of the rank at one time. */
    private static final class Collected {
        private final long now = System.nanoTime();
        private final ReferenceLayer layer = Job.isRunning() ? current() : null;
        private final ThreadInfo[] infos = ManagementFactory.getThreadMXBean().dumpAllThreads(false, false, DEEPEST);
        private final Map<Long, RunningCall> calls = new HashMap<>();
        /** By the ids of threads. */
        private final Map<Long, Long> events = new HashMap<>();
        private final List<LastEvent> recent = new ArrayList<>();

        Collected() {
            if (layer != null) {
                layer.dispatcher().runningCalls().forEach(call -> calls.put(call.thread().getId(), call));
                RecentEvents last = layer.dispatcher().recent();
                last.counts().forEach((thread, count) -> events.put(thread.getId(), count));
                last.last().forEach(event -> recent.add(LastEvent.of(event, now)));
            }
        }

        private static ReferenceLayer current() {
            try {
                return ReferenceLayer.current();
            } catch (IllegalStateException e) {
                return null; // The job begins or ends.
            }
        }

        List<Wait> waits() {
            return layer == null ? List.of() : layer.waits();
        }

        /**
         * @param waits those of threads, and of asynchronous calls
         * @param unexpected finds the message that has come in place of an awaited one
         */
        Answer answer(List<Wait> waits, Function<Wait, String> unexpected) {
            Map<Long, Waiting> byThread = new HashMap<>();
            List<Waiting> requests = new ArrayList<>();
            List<ThreadAnswer> threads = new ArrayList<>();
            for (Wait wait : waits) {
                Waiting waiting = waiting(wait, unexpected.apply(wait));
                if (wait.thread() == null) {
                    requests.add(waiting);
                } else {
                    byThread.put(wait.thread().getId(), waiting);
                }
            }
            for (ThreadInfo info : infos) {
                if (info != null && info.getThreadId() != Thread.currentThread().getId()) {
                    threads.add(thread(info, byThread.remove(info.getThreadId())));
                }
            }
            // The JVM tells of no virtual threads.
            waits.stream().filter(wait -> wait.thread() != null && byThread.containsKey(wait.thread().getId()))
                    .forEach(wait -> threads.add(virtual(wait.thread(), byThread.get(wait.thread().getId()))));
            boolean isThere = Job.isInitialized();
            return new Answer(ProcessHandle.current().pid(), isThere ? Job.rank() : -1, isThere ? Job.size() : 0,
                    IntStream.of(Job.ranksOfOtherLanguages()).boxed().toList(),
                    layer == null ? List.of() : layer.processes().stream().map(Object::toString).toList(), threads,
                    requests, layer == null ? List.of() : layer.dispatcher().mailAddresses(), recent);
        }

        private Waiting waiting(Wait wait, String unexpected) {
            long ns = wait.since() == 0 ? -1 : now - wait.since();
            return new Waiting(wait.awaited(), unexpected, wait.since(),
                    ns < 0 ? -1 : TimeUnit.NANOSECONDS.toSeconds(ns));
        }

        private ThreadAnswer thread(ThreadInfo info, Waiting wait) {
            RunningCall call = calls.get(info.getThreadId());
            return new ThreadAnswer(info.getThreadId(), info.getThreadName(), info.getThreadState(),
                    info.getLockName() == null ? "" : info.getLockName(), info.getLockOwnerId(),
                    info.getLockOwnerName() == null ? "" : info.getLockOwnerName(), frames(info.getStackTrace()),
                    call == null ? "" : call.words(), call == null ? -1 : Job.worldRank(call.caller()),
                    call == null ? "" : "call " + call.callId(), events.getOrDefault(info.getThreadId(), 0L),
                    info.getWaitedCount() + info.getBlockedCount(), wait);
        }

        private ThreadAnswer virtual(Thread thread, Waiting wait) {
            return new ThreadAnswer(thread.getId(), thread.getName().isEmpty() ? "virtual" : thread.getName(),
                    thread.getState(), "", -1, "", frames(thread.getStackTrace()), "", -1, "",
                    events.getOrDefault(thread.getId(), 0L), 0, wait);
        }

        private static List<Frame> frames(StackTraceElement[] stack) {
            return Stream.of(stack).map(Frame::of).toList();
        }
    }
}
