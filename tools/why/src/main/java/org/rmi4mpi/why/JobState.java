package org.rmi4mpi.why;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The ranks of a job, as they were found. Immutable.
 */
final class JobState {
    private final String job;
    private final List<RankProcess> processes;
    private final Map<Integer, Answer> answers = new TreeMap<>();
    /** Ranks of this host without an answer, and the reason. */
    private final Map<Integer, Silence> silent = new TreeMap<>();

    /** A rank that has not answered. */
    record Silence(RankProcess process, Reason reason) {
        enum Reason {
            STOPPED,
            STARTING,
            MUTE
        }

        String words() {
            return switch (reason) {
                case STOPPED -> "is stopped (process " + process.process() + ", by SIGSTOP or a debugger): kill -CONT "
                        + process.process() + " resumes it";
                case STARTING -> "has not come to its main (process " + process.process() + ", state "
                        + process.state() + ")";
                case MUTE -> "does not answer (process " + process.process() + ", state " + process.state()
                        + "): its JVM gives no thread a turn; see its memory, and jcmd " + process.process()
                        + " Thread.print";
            };
        }
    }

    /** @param elsewhere answers from other hosts */
    JobState(String job, List<RankProcess> processes, Map<RankProcess, Answer> answered, List<Answer> elsewhere) {
        this.job = job;
        this.processes = processes;
        for (RankProcess process : processes) {
            Answer answer = answered.get(process);
            int rank = answer != null && answer.rank() >= 0 ? answer.rank() : process.rank();
            if (answer != null) {
                answers.put(rank, answer);
            } else if (!process.state().isEmpty()) {
                silent.put(rank, new Silence(process, process.isStopped() ? Silence.Reason.STOPPED
                        : process.hasBegun() ? Silence.Reason.MUTE : Silence.Reason.STARTING));
            }
        }
        elsewhere.forEach(answer -> answers.putIfAbsent(answer.rank(), answer));
    }

    String job() {
        return job;
    }

    String program() {
        return processes.stream().map(RankProcess::program).distinct().findFirst().orElse("");
    }

    /** By rank in MPI_COMM_WORLD. */
    Map<Integer, Answer> answers() {
        return answers;
    }

    Map<Integer, Silence> silent() {
        return silent;
    }

    /** The ranks that run no Java, as the others tell. */
    Set<Integer> others() {
        Set<Integer> ranks = new TreeSet<>();
        answers.values().forEach(answer -> ranks.addAll(answer.others()));
        return ranks;
    }

    int size() {
        int known = answers.values().stream().mapToInt(Answer::size).max().orElse(0);
        int largest = Stream.of(answers.keySet(), silent.keySet(), others()).flatMap(Set::stream)
                .mapToInt(each -> each).max().orElse(-1);
        return Math.max(known, largest + 1);
    }

    /** The ranks of other hosts that have not answered. */
    List<Integer> unreached() {
        Set<Integer> others = others();
        return IntStream.range(0, size()).filter(rank -> !answers.containsKey(rank) && !silent.containsKey(rank)
                && !others.contains(rank)).boxed().toList();
    }

    /** Host and process of a rank, as another rank knows it; empty if unknown. */
    String place(int rank) {
        return answers.values().stream().filter(each -> rank < each.hosts().size()).findFirst()
                .map(each -> each.hosts().get(rank)).orElse("");
    }
}
