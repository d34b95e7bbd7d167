package org.rmi4mpi.why;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Asks the ranks of a job on this host, and collects their answers. Stateless. */
final class Inquiry {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(6);
    /** How long ranks may take for what needs MPI, after all have answered the rest. */
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(3);
    /** How long ranks of other hosts may take. */
    private static final long FAR_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long STEP_MS = 20;

    private Inquiry() {}

    /**
     * Asks each rank. Ends when all have answered, or have been silent for some seconds.
     *
     * @param folder that of the job
     */
    static JobState ask(Path folder) throws IOException, InterruptedException {
        Path parent = folder.toAbsolutePath().getParent();
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        if (!Files.isDirectory(parent)) {
            Files.createDirectories(parent.getParent());
            Files.createDirectory(parent, ownerOnly);
        }
        boolean isOwn = Files.getAttribute(parent, "unix:uid").equals(RankProcess.user());
        if (!isOwn || Files.getPosixFilePermissions(parent).contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException(parent + " is open to other users: remove it, or set XDG_CACHE_HOME");
        }
        // One process asks at a time: it removes the folder at its end.
        Path lock = parent.resolve(folder.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock();
            remove(folder);
            Files.createDirectory(folder, ownerOnly);
            return collect(folder);
        } finally {
            remove(folder);
            Files.deleteIfExists(lock);
        }
    }

    private static JobState collect(Path folder) throws IOException, InterruptedException {
        List<RankProcess> processes = RankProcess.all().stream().filter(each -> each.folder().equals(folder)).toList();
        List<RankProcess> ranks = processes.stream().filter(RankProcess::isRank).toList();
        List<RankProcess> asked = ranks.stream().filter(each -> each.hasBegun() && !each.isStopped()).toList();
        signal(asked.stream().map(RankProcess::process).toList());
        Map<RankProcess, Answer> answers = new LinkedHashMap<>();
        long began = System.nanoTime();
        long hastyAt = 0;
        while (answers.size() < asked.size() && System.nanoTime() - began < PATIENCE_NS) {
            TimeUnit.MILLISECONDS.sleep(STEP_MS);
            take(folder, asked, RankAnswers.ANSWER, answers);
            long now = System.nanoTime();
            boolean allThere = asked.stream().allMatch(each -> answers.containsKey(each)
                    || Files.exists(file(folder, each, RankAnswers.HASTY)));
            hastyAt = allThere && hastyAt == 0 ? now : hastyAt;
            if (allThere && now - hastyAt > LOOK_NS) {
                break;
            }
        }
        take(folder, asked, RankAnswers.HASTY, answers);
        List<Answer> elsewhere = expectsMore(answers.values().stream().toList(), ranks.size())
                ? askElsewhere(folder, processes, ranks) : List.of();
        return new JobState(folder.getFileName().toString(), ranks, answers, elsewhere);
    }

    private static void take(Path folder, List<RankProcess> asked, String ending, Map<RankProcess, Answer> answers) {
        for (RankProcess each : asked) {
            Path file = file(folder, each, ending);
            if (!answers.containsKey(each) && Files.exists(file)) {
                answers.put(each, RankAnswers.read(file));
            }
        }
    }

    private static Path file(Path folder, RankProcess process, String ending) {
        return folder.resolve(RankAnswers.fileName(process.process(), process.rank()) + ending);
    }

    private static boolean expectsMore(List<Answer> answers, int here) {
        return answers.stream().anyMatch(each -> each.size() - each.others().size() > here);
    }

    /** Has mpirun pass the signal to the ranks of other hosts, which answer if they have this folder, too. */
    private static List<Answer> askElsewhere(Path folder, List<RankProcess> processes, List<RankProcess> here)
            throws IOException, InterruptedException {
        List<Long> launchers = processes.stream().filter(RankProcess::isLauncher).map(RankProcess::process).toList();
        List<Answer> answers = new ArrayList<>();
        if (launchers.isEmpty()) {
            return answers;
        }
        signal(launchers);
        TimeUnit.NANOSECONDS.sleep(FAR_NS);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString();
                boolean isOfHere = here.stream().anyMatch(each -> file(folder, each, RankAnswers.ANSWER).equals(file));
                if (name.endsWith(RankAnswers.ANSWER) && !isOfHere) {
                    answers.add(RankAnswers.read(file));
                }
            }
        }
        return answers;
    }

    private static void signal(List<Long> processes) throws IOException, InterruptedException {
        if (processes.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("kill", "-s", "URG"));
        processes.forEach(each -> command.add(Long.toString(each)));
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start()
                .waitFor();
    }

    private static void remove(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                files.forEach(file -> {
                    try {
                        Files.deleteIfExists(file);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            }
            Files.deleteIfExists(folder);
        }
    }
}
