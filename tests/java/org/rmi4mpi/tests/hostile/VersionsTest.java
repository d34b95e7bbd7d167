package org.rmi4mpi.tests.hostile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.programs.MessagesAlone;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;

/**
 * Ranks of different versions or options meet in one job. It ends in MPI.Init, with one message that names the
 * difference.
 */
@Deadline(HostileJob.SECONDS + 10)
@OneJdk
public class VersionsTest {
    private static final Path LIB = HostileJob.ROOT.resolve("build/lib");
    private static final String ENDS = "the job ends because its ranks are incompatible";

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private static String version() throws IOException {
        try (JarFile jar = new JarFile(LIB.resolve("rmi4mpi-core.jar").toFile())) {
            return jar.getManifest().getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        }
    }

    /** A copy of the core that claims another version, or has another frame format. */
    private Path doctored(String version, String terms) throws IOException {
        Path copy = folder.getRoot().toPath().resolve("core-" + version + ".jar");
        try (JarFile jar = new JarFile(LIB.resolve("rmi4mpi-core.jar").toFile())) {
            Manifest manifest = new Manifest(jar.getManifest());
            manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
            try (OutputStream file = Files.newOutputStream(copy);
                    JarOutputStream out = new JarOutputStream(file, manifest)) {
                for (JarEntry entry : jar.stream().filter(each -> !each.getName().equals(JarFile.MANIFEST_NAME))
                        .toList()) {
                    out.putNextEntry(new JarEntry(entry.getName()));
                    try (InputStream in = jar.getInputStream(entry)) {
                        String bytes = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
                        out.write(bytes.replaceAll("frames \\d", terms).getBytes(StandardCharsets.ISO_8859_1));
                    }
                }
            }
        }
        return copy;
    }

    /** Two ranks, the second with another core. The launcher would put its own core before that. */
    private static HostileJob two(Path otherCore) throws Exception {
        return mpirun(List.of("-cp", HostileJob.CLASSES + ":" + LIB + "/*"),
                List.of("-cp", otherCore + ":" + HostileJob.CLASSES + ":" + LIB + "/*"));
    }

    private static void toldOnce(HostileJob job) {
        assertThat(job.output(), job.status(), not(0));
        assertThat(job.output(), job.output().split(ENDS, -1).length, is(2));
        assertThat(job.output(), not(containsString("Exception")));
    }

    @Test
    public void anotherVersionOfTheCoreIsTold() throws Exception {
        Path other = doctored("0.0.9", "$0");
        HostileJob job = two(other);
        toldOnce(job);
        assertThat(job.output(),
                stringContainsInOrder(ENDS, "rank 0: ", "rank 0 on ", LIB + "/rmi4mpi-bridge.jar",
                        LIB + "/librmi4mpi.so", LIB + "/rmi4mpi-core.jar", "rank 1: ", "core 0.0.9 (", "rank 1 on ",
                        other.toString()));
    }

    @Test
    public void anotherVersionOfFramesIsTold() throws Exception {
        HostileJob job = two(doctored(version(), "frames 0"));
        toldOnce(job);
        assertThat(job.output(), stringContainsInOrder(ENDS, "rank 0: ", "rank 1: ", "frames 0"));
    }

    @Test
    public void aRankWithoutTheCoreIsTold() throws Exception {
        HostileJob job = mpirun(List.of("-cp", HostileJob.CLASSES + ":" + LIB + "/*"),
                List.of("-cp", HostileJob.CLASSES + ":" + LIB + "/rmi4mpi-mpi.jar"));
        toldOnce(job);
        assertThat(job.output(), allOf(stringContainsInOrder("rank 0: ", "frames "),
                stringContainsInOrder("rank 1: ", "no core")));
    }

    @Test
    public void aRankOfAnRmiProgramAmongOthersIsTold() throws Exception {
        List<String> classPath = List.of("-cp", HostileJob.CLASSES + ":" + LIB + "/*");
        List<String> rmi = new ArrayList<>(List.of("-javaagent:" + LIB + "/rmi4mpi-agent.jar", "-Drmi4mpi.rmi=true"));
        rmi.addAll(classPath);
        rmi.add("org.rmi4mpi.launch.RankMain");
        HostileJob job = mpirun(classPath, rmi);
        toldOnce(job);
        assertThat(job.output(), stringContainsInOrder("rank 0: ", "rank 1: ", "--rmi"));
    }

    /** One rank with each of these options. */
    private static HostileJob mpirun(List<String> first, List<String> second) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        List<String> command = new ArrayList<>(List.of(System.getenv().getOrDefault("MPIRUN", "mpirun")));
        for (List<String> options : List.of(first, second)) {
            command.addAll(List.of("-n", "1", java, "-Drmi4mpi.ranks=all"));
            command.addAll(options);
            command.addAll(List.of(MessagesAlone.class.getName(), ":"));
        }
        command.remove(command.size() - 1);
        return HostileJob.command(2, Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
                command);
    }
}
