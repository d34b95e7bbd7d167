package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.Jdks;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Patience;
import org.rmi4mpi.tests.runner.Processes;

/** Jobs that JVMs outside call by the java.rmi of the JDK, with nothing of ours on their class path. */
@Deadline(120)
public class GatewayTest {
    private static final int SECONDS = 60;

    private static void succeeded(GatewayJob job, Processes.Outcome client) throws Exception {
        assertThat(client.output() + "\n" + job.output(), client.status(), is(0));
        assertThat(client.output(), containsString("the client has ended"));
    }

    @Test
    @InCheck
    public void clientsOfEachJdkCallRanksAndAreCalledBack() throws Exception {
        try (GatewayJob job = GatewayJob.start()) {
            for (Path jdk : Jdks.found().values()) {
                succeeded(job, job.client(jdk, "-cp", GatewayJob.CLASSES, "gate.Client", "PORT", "all"));
            }
            succeeded(job, job.client(Programs.JAVA_HOME, "-cp", GatewayJob.CLASSES, "gate.Client", "PORT", "stop"));
            assertThat(job.output(), job.end(), is(0));
            assertThat(job.output(), allOf(containsString("lookup of secret, which is not published"),
                    containsString("unbind of solver: the names of a job are not changed from outside"),
                    containsString("in a call of the registry, which takes names alone"), not(containsString("HARM"))));
        }
    }

    @Test
    @OneJdk
    public void withoutNamesNothingIsPublished() throws Exception {
        try (GatewayJob job = GatewayJob.start("--gateway-names", "")) {
            Processes.Outcome client = job.client(Programs.JAVA_HOME, "-cp", GatewayJob.CLASSES, "gate.Client", "PORT");
            assertThat(client.output(), containsString("NotBoundException: solver is not published by the job"));
        }
    }

    @Test
    @OneJdk
    public void attacksAreRefusedByOneLineEachAndTheJobGoesOn() throws Exception {
        try (GatewayJob job = GatewayJob.start("-Drmi4mpi.gateway.request.mib=1", "-Drmi4mpi.gateway.s=2",
                "-Drmi4mpi.gateway.connections=10")) {
            Map<String, String> attacks = new LinkedHashMap<>();
            attacks.put("registry", "ClassCastException");
            attacks.put("collector", "InvalidClassException");
            attacks.put("method", "class gate.Gadget, which no signature names");
            attacks.put("nested", "deep > ");
            attacks.put("array", "an array of 1048576 elements > 1048576 bytes");
            attacks.put("long", "a request of more than 1048576 bytes");
            attacks.put("slow", "a request or reply took more than 2 s");
            attacks.put("silent", "a request or reply took more than 2 s");
            attacks.put("many 30", "10 connections are open, the limit");
            for (Map.Entry<String, String> each : attacks.entrySet()) {
                int before = job.output().length();
                List<String> words = new ArrayList<>(List.of("-cp", GatewayJob.CLASSES, "gate.Attacker", "PORT"));
                words.addAll(List.of(each.getKey().split(" ")));
                Processes.Outcome attack = job.client(Programs.JAVA_HOME, words.toArray(new String[0]));
                String told = job.output().substring(before);
                assertThat(attack.output() + told, attack.output(), containsString("the attack has ended"));
                List<String> refusals = told.lines().filter(line -> line.contains("refused")).toList();
                assertThat(each + ": " + told, refusals, hasItem(containsString(each.getValue())));
                if (!each.getKey().startsWith("many")) {
                    assertThat(each + ": " + told, refusals, hasSize(1));
                }
            }
            refusesToWaitForAClientThatDoesNotRead(job);
            succeeded(job, job.client(Programs.JAVA_HOME, "-cp", GatewayJob.CLASSES, "gate.Client", "PORT", "stop"));
            assertThat(job.output(), job.end(), is(0));
            assertThat(job.output(), not(containsString("HARM")));
        }
    }

    private static void refusesToWaitForAClientThatDoesNotRead(GatewayJob job) throws Exception {
        Path output = Files.createTempFile("rmi4mpi-test", ".out");
        int before = job.output().length();
        Process client = GatewayJob.start(
                job.clientCommand(Programs.JAVA_HOME, "-cp", GatewayJob.CLASSES, "gate.Attacker", "PORT", "deaf"),
                output,
                Programs.JAVA_HOME);
        try {
            Patience patience = new Patience(SECONDS);
            while (!job.output().substring(before).contains("a request or reply took more than 2 s")) {
                assertThat(job.output() + Files.readString(output), patience.isOver(), is(false));
                TimeUnit.MILLISECONDS.sleep(Patience.STEP_MS);
            }
        } finally {
            client.destroyForcibly();
            Processes.ends(client, SECONDS);
            Files.delete(output);
        }
    }

    @Test
    @OneJdk
    public void usersLogInByTlsAndRulesDecideOnTheirCalls() throws Exception {
        Path folder = Files.createTempDirectory("rmi4mpi-gateway");
        try {
            String store = keys(folder);
            Path users = Files.writeString(folder.resolve("users"), "# name, secret\nalice secret\nbob bobs-token\n");
            Files.setPosixFilePermissions(users, PosixFilePermissions.fromString("rw-------"));
            Path rules = Files.writeString(folder.resolve("rules"),
                    "allow alice sol* gate.Solver greet\ndeny alice * * *\nallow bob * * *\n");
            try (GatewayJob job = GatewayJob.start("--gateway-tls", store, "--gateway-users", users.toString(),
                    "--gateway-rules", rules.toString())) {
                String password = "-Djavax.net.ssl.";
                Processes.Outcome plain =
                        job.client(Programs.JAVA_HOME, "-cp", GatewayJob.CLASSES, "gate.Client", "PORT");
                assertThat(plain.output(), plain.status(), not(0));
                job.await("a connection without TLS, or without a certificate that is trusted");
                Processes.Outcome client = job.client(Programs.JAVA_HOME, password + "keyStore=" + store,
                        password + "keyStorePassword=password", password + "trustStore=" + store,
                        password + "trustStorePassword=password", "-cp", GatewayJob.CLASSES, "gate.SecureClient",
                        "PORT",
                        "tls", "secret");
                succeeded(job, client);
                assertThat(client.output(), stringContainsInOrder("names [login]", "solver: log in first",
                        "the credentials are not valid", "alice sees [solver]", "hello alice", "no rule allows it",
                        "the credentials are not valid",
                        "bob calls the part of rank 1"));
                assertThat(job.output(), job.end(), is(0));
                assertThat(job.output(), stringContainsInOrder("lookup of solver without a login",
                        "a login with credentials that are not valid", "login of alice at ",
                        "refused alice at ", "solver: gate.Solver.part: no rule allows it", "login of bob at "));
            }
        } finally {
            for (String file : new String[] {"keys", "keys.password", "users", "rules"}) {
                Files.deleteIfExists(folder.resolve(file));
            }
            Files.delete(folder);
        }
    }

    /** Makes a store whose key both ends use, and trust. */
    private static String keys(Path folder) throws Exception {
        Path store = folder.resolve("keys");
        Processes.Outcome made = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(),
                List.of(Programs.JAVA_HOME.resolve("bin/keytool").toString(), "-genkeypair", "-alias", "gateway",
                        "-keyalg", "EC",
                        "-dname", "CN=gateway", "-ext", "san=dns:localhost,ip:127.0.0.1", "-storepass", "password",
                        "-keystore", store.toString()));
        assertThat(made.output(), made.status(), is(0));
        Files.writeString(folder.resolve("keys.password"), "password\n");
        return store.toString();
    }

    @Test
    @OneJdk
    public void aClientWhoseJobHasEndedGetsAnExceptionAtOnce() throws Exception {
        for (boolean killed : new boolean[] {false, true}) {
            Path output = Files.createTempFile("rmi4mpi-test", ".out");
            try (GatewayJob job = GatewayJob.start("-Drmi4mpi.gateway.calls=" + (killed ? 1 : 100))) {
                Process client = GatewayJob.start(
                        job.clientCommand(Programs.JAVA_HOME, "-cp", GatewayJob.CLASSES, "gate.Client", "PORT",
                                "sleep"),
                        output, Programs.JAVA_HOME);
                job.await("the solver sleeps");
                if (killed) {
                    Processes.Outcome another = job.client(Programs.JAVA_HOME, "-cp", GatewayJob.CLASSES, "gate.Client",
                            "PORT", "stop");
                    assertThat(another.output(), containsString("1 calls from outside are under way, the limit"));
                    job.rank("gate.SolverRank").destroyForcibly();
                } else {
                    succeeded(job,
                            job.client(Programs.JAVA_HOME, "-cp", GatewayJob.CLASSES, "gate.Client", "PORT", "stop"));
                }
                job.end();
                assertThat("ended in time", Processes.ends(client, SECONDS), is(true));
                assertThat(Files.readString(output), containsString("the call has failed: java.rmi."));
            } finally {
                Files.delete(output);
            }
        }
    }

    @Test
    @OneJdk
    public void aCallThatTakesTooLongEnds() throws Exception {
        try (GatewayJob job = GatewayJob.start("-Drmi4mpi.gateway.call.s=1")) {
            Processes.Outcome client =
                    job.client(Programs.JAVA_HOME, "-cp", GatewayJob.CLASSES, "gate.Client", "PORT", "sleep");
            succeeded(job, client);
            assertThat(client.output(), containsString("the call has failed: java.rmi.ServerException"));
        }
    }

    @Test
    @OneJdk
    public void aClientThatIsKilledInACallBackIsLostAtOnceAndLaterItsLeases() throws Exception {
        Path output = Files.createTempFile("rmi4mpi-test", ".out");
        try (GatewayJob job = GatewayJob.start("-Djava.rmi.dgc.leaseValue=4000")) {
            Process client = GatewayJob.start(
                    job.clientCommand(Programs.JAVA_HOME, "-cp", GatewayJob.CLASSES, "gate.Client", "PORT", "lease"),
                    output, Programs.JAVA_HOME);
            GatewayJob.await("the client is called back", output, client);
            assertThat(leased(job), containsString("leased true"));
            client.destroyForcibly();
            job.await("a client is lost: java.rmi.");
            Patience patience = new Patience(SECONDS);
            while (!leased(job).contains("leased false")) {
                assertThat(job.output(), patience.isOver(), is(false));
            }
            succeeded(job, job.client(Programs.JAVA_HOME, "-cp", GatewayJob.CLASSES, "gate.Client", "PORT", "stop"));
        } finally {
            Files.delete(output);
        }
    }

    private static String leased(GatewayJob job) throws Exception {
        return job.client(Programs.JAVA_HOME, "-cp", GatewayJob.CLASSES, "gate.Client", "PORT", "leased").output();
    }

    private interface Job {
        void call(int port) throws Exception;
    }

    /** Runs a job while a JVM outside is a server. */
    private static void beside(Path javaHome, List<String> server, Job job) throws Exception {
        Path output = Files.createTempFile("rmi4mpi-test", ".out");
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        List<String> command = new ArrayList<>(List.of(javaHome.resolve("bin/java").toString(), "-cp"));
        command.addAll(server);
        command.add("" + port);
        Process outside = GatewayJob.start(command, output, javaHome);
        try {
            GatewayJob.await("the server listens", output, outside);
            job.call(port);
        } finally {
            outside.destroyForcibly();
            Processes.ends(outside, SECONDS);
            Files.delete(output);
        }
    }

    @Test
    @OneJdk
    public void ranksCallAServerOutsideWhichCallsThemBack() throws Exception {
        String program = "org.rmi4mpi.tests.programs.ConnectedRanks";
        for (Path jdk : Jdks.found().values()) {
            beside(jdk, List.of(JobTest.CLASSES, program + "$Server"), port -> {
                Processes.Outcome ranks = Programs.launch(SECONDS, 3, "-Xmx100m", "ConnectedRanks",
                        "rmi://localhost:" + port + "/counter");
                assertThat(ranks.output(), ranks.status(), is(0));
                assertThat(ranks.output(), allOf(
                        stringContainsInOrder("added 1", "self true", "rank 0 was told a sum of 1", "refused"),
                        stringContainsInOrder("added 2", "rank 2 is published")));
                assertThat(ranks.output(), not(containsString("HARM")));
            });
        }
    }

    /** The address 0.0.0.0 is that of no host, and leads to this one. */
    @Test
    @OneJdk
    public void programsOfTheJdkFindServersOutsideByAnOption() throws Exception {
        for (Path jdk : Jdks.found().values()) {
            beside(jdk, List.of(GatewayJob.CLASSES, "gate.OutsideServer"), port -> {
                Processes.Outcome ranks = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(),
                        Programs.command(List.of("--rmi", "--gateway-out", "-n", "2", "-cp", GatewayJob.CLASSES,
                                "gate.OutRank", "0.0.0.0", "" + port)));
                assertThat(ranks.output(), ranks.status(), is(0));
                assertThat(ranks.output(), allOf(containsString(" was told it by rank 0"),
                        containsString(" was told it by rank 1"), containsString("it calls back rank 0"),
                        containsString("it calls back rank 1"), containsString("it has the names [listener]")));
            });
        }
        Processes.Outcome without = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), Programs
                .command(List.of("--rmi", "-n", "1", "-cp", GatewayJob.CLASSES, "gate.OutRank", "0.0.0.0", "1")));
        assertThat(without.output(), containsString("to call objects outside of the job, start it by rmi4mpirun"
                + " --gateway-out"));
    }

    @Test
    @OneJdk
    public void theExampleIsWatchedAndSteered() throws Exception {
        String classes = Path.of("build/examples/rmi4mpi-examples.jar").toAbsolutePath().toString();
        Path picture = Files.createTempFile("rmi4mpi-test", ".png");
        try (GatewayJob job = GatewayJob.start("the plate can be steered",
                List.of("-n", "3", "-cp", classes, "e22_steering.SteeredSor", "0"))) {
            Processes.Outcome client = job.client(Programs.JAVA_HOME, "-cp", classes, "e22_steering.Terminal",
                    "localhost",
                    "PORT", "state", "omega 1.9", "omega 2.5", "pause", "state", "picture " + picture, "go", "stop");
            assertThat(client.output(), client.status(), is(0));
            assertThat(client.output(),
                    stringContainsInOrder("omega 1.00", "refused by the job: omega 2.5 is not between 0",
                            "omega 1.90", ", paused", " bytes"));
            assertThat(ImageIO.read(picture.toFile()).getWidth(), is(240));
            assertThat(job.output(), job.end(), is(0));
            assertThat(job.output(), stringContainsInOrder("setOmega by 127.0.0.1", "pause by 127.0.0.1", "stopped: "));
        } finally {
            Files.delete(picture);
        }
    }
}
