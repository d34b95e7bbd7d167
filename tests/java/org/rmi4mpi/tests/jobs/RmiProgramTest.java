package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** Programs of the JDK's RMI, compiled against the JDK alone, as {@code rmi4mpirun --rmi} runs them. */
@Deadline(240)
public class RmiProgramTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final String PROGRAMS = ROOT.resolve("build/tests/rmi/rmi4mpi-rmi-programs.jar").toString();
    private static final Path LIBRARIES = ROOT.resolve("build/tests");
    private static final String FELIX = "org.apache.felix.framework-7.0.5.jar";
    private static final int SECONDS = 60;

    /** The words of a command in one string. CP stands for the class path of the programs. */
    private static Processes.Outcome run(String words) throws Exception {
        return runUntil(null, words);
    }

    private static Processes.Outcome runUntil(String text, String words) throws Exception {
        List<String> all = List.of(words.replaceAll("\\bCP\\b", "-cp " + PROGRAMS).split(" "));
        return Processes.runUntil(text, Programs.JAVA_HOME, SECONDS, Map.of(), Programs.command(all));
    }

    private static String succeeds(String words) throws Exception {
        Processes.Outcome outcome = run(words);
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), is(0));
        return outcome.output();
    }

    private static String fails(String words, int status) throws Exception {
        Processes.Outcome outcome = run(words);
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), is(status));
        return outcome.output();
    }

    @Test
    @InCheck
    public void aServerThatCountsOnARegistryAndItsClients() throws Exception {
        String output = succeeds("--rmi -n 1 CP hello.Server : -n 2 hello.Client");
        String response = "response: Hello, world!";
        assertThat(output, stringContainsInOrder(response, response));
        assertThat(succeeds("--rmi -n 1 CP hello.Client rank1 : -n 1 CP hello.Server"), containsString(response));
    }

    @Test
    @OneJdk
    public void aServerWithItsOwnRegistryAndClientsThatExit() throws Exception {
        String output = succeeds("--rmi -n 1 CP bank.BankServer : -n 2 bank.Customer //localhost/Bank customer 2");
        String statement =
                " sees {customer1=70, customer1 savings=30, customer2=70, customer2 savings=30}";
        assertThat(output, stringContainsInOrder(statement, statement));
        assertThat(output, containsString("customer2: missing 1 1"));
        assertThat(succeeds("--rmi -n 1 CP bank.BankServer 2001 : -n 1 bank.Customer rmi://127.0.0.1:2001/Bank c 1"),
                containsString("c1 sees {c1=70, c1 savings=30}"));
    }

    @Test
    @OneJdk
    public void callbacksOfAServerWhoseMainNeverReturns() throws Exception {
        String output = succeeds("--rmi -n 1 --serve CP chat.RoomServer : -n 3 chat.GuestClient 3");
        for (int guest = 1; guest <= 3; guest++) {
            assertThat(output, stringContainsInOrder("guest " + guest + " heard something: true",
                    "guest " + guest + " is gone"));
        }
        assertThat(output, not(containsString("lost a guest")));
    }

    @Test
    public void codeAsObjects() throws Exception {
        String output = succeeds("--rmi -n 1 CP compute.ComputeEngine : -n 1 compute.ComputeClient localhost");
        assertThat(output, stringContainsInOrder("20! = 2432902008176640000", "lambda of 1 at 0",
                "kept as it is: true true", "counted 1 by stub, 2 by stub, then 3", "captured 4", "none: null"));
        assertThat(output, containsString("a security manager is not set"));
    }

    @Test
    @OneJdk
    public void theExampleWithItsCallbacks() throws Exception {
        String output = succeeds("--rmi -n 1 -Drmi4mpi.strict=1 -cp "
                + ROOT.resolve("build/examples/rmi4mpi-examples.jar")
                + " e03_auction.AuctionHouse 3 : -n 3 -Drmi4mpi.strict=1 e03_auction.BidderClient rank0");
        assertThat(output.split("I have it for", -1).length - 1, is(1));
        assertThat(output.split(" has it for", -1).length - 1, is(2));
        assertThat(output, not(containsString("strict mode")));
    }

    @Test
    @OneJdk
    public void aJarAndItsMainClass() throws Exception {
        Path jar = Files.createTempFile("program", ".jar");
        try {
            Manifest manifest = new Manifest();
            manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "hello.Server");
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, Path.of(PROGRAMS).toUri().toString());
            new JarOutputStream(Files.newOutputStream(jar), manifest).close();
            assertThat(succeeds("--rmi -n 1 -jar " + jar + " : -n 1 CP hello.Client localhost"),
                    containsString("response: Hello, world!"));
        } finally {
            Files.delete(jar);
        }
    }

    @Test
    @OneJdk
    public void aLockIsHeldFromOneCallToTheNext() throws Exception {
        assertThat(succeeds("--rmi -n 2 CP threads.Desks 1 100"), containsString("counted 100"));
        assertThat(succeeds("--rmi -n 3 CP threads.Desks 3 50"), containsString("counted 300"));
    }

    @Test
    public void threadsThatFollowEachOtherShareAThreadOfTheServer() throws Exception {
        assertThat(succeeds("--rmi -n 2 CP threads.Followers"), containsString("few threads: true"));
    }

    @Test
    @OneJdk
    public void moreClientThreadsThanAServerKeepsThreadsFor() throws Exception {
        assertThat(succeeds("--rmi -n 2 CP threads.Desks 100 2"), containsString("counted 200"));
    }

    @Test
    @OneJdk
    public void oneMainOnAllRanksWithMethodsThatWait() throws Exception {
        assertThat(succeeds("--rmi -n 4 CP queue.BlockingQueueServer"), containsString("sum of lengths 4950"));
    }

    @Test
    public void registriesAndNamesAreAsInTheJdk() throws Exception {
        for (int ranks : new int[] {1, 3}) {
            String output = succeeds("--rmi -n " + ranks + " -Drmi4mpi.start.ms=0 CP semantics.Registries");
            for (int rank = 0; rank < ranks; rank++) {
                assertThat(output, containsString("rank " + rank + " of " + ranks + ": all as expected"));
            }
        }
    }

    @Test
    public void registriesTakeWhatTheJdksDo() throws Exception {
        String line = "bindings as expected";
        assertThat(succeeds("--rmi -n 2 -Dsun.rmi.registry.registryFilter=semantics.Bindings$Allowed"
                + " CP semantics.Bindings"), stringContainsInOrder(line, line));
    }

    @Test
    public void remoteObjectsAreMadeAsInTheJdk() throws Exception {
        String line = "exports as expected";
        assertThat(succeeds("--rmi -n 2 CP semantics.Exports"), stringContainsInOrder(line, line));
    }

    @Test
    public void whatCannotBeReadIsToldAsByTheJdk() throws Exception {
        String line = "readings as expected";
        assertThat(succeeds("--rmi -n 1 CP semantics.Readings"), containsString(line));
        assertThat(succeeds("--rmi -n 2 CP semantics.Readings"), stringContainsInOrder(line, line));
    }

    @Test
    @OneJdk
    public void theResponseTimeoutOfTheJdkLimitsCalls() throws Exception {
        String line = "timeouts as expected";
        assertThat(succeeds("--rmi -n 1 CP semantics.Timeouts"), containsString(line));
        assertThat(succeeds("--rmi -n 2 CP semantics.Timeouts"), stringContainsInOrder(line, line));
    }

    @Test
    @OneJdk
    public void propertiesWithoutEffectAreTold() throws Exception {
        String output = succeeds("--rmi -n 2 -Djava.rmi.server.logCalls=true -Djava.rmi.server.hostname=localhost"
                + " -Dsun.rmi.server.exceptionTrace=false CP semantics.Exports");
        assertThat(output.split("-Djava.rmi.server.logCalls has no effect with --rmi", -1).length, is(2));
        assertThat(output, allOf(not(containsString("hostname")), not(containsString("exceptionTrace"))));
    }

    @Test
    public void theLoaderOfTheFirstExportIsNotKept() throws Exception {
        String line = "loaders as expected";
        assertThat(succeeds("--rmi -n 2 CP semantics.ContextLoaders"), stringContainsInOrder(line, line));
    }

    /** The output of a program under the JDK's own RMI, which has the right values. */
    private static String outputOfJdk(List<String> words) throws Exception {
        List<String> command = new ArrayList<>(List.of(Programs.JAVA_HOME.resolve("bin/java").toString()));
        command.addAll(words);
        return Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), command).output();
    }

    @Test
    public void stubsHaveTheInterfacesOfTheJdksAndRefuseTheSameMethods() throws Exception {
        String jdk = outputOfJdk(List.of("-cp", PROGRAMS, "semantics.StubShapes"));
        assertThat(jdk, stringContainsInOrder("Method is not Remote", "StubNotFoundException", "shapes printed"));
        assertThat(succeeds("--rmi -n 1 CP semantics.StubShapes"), is(jdk));
    }

    @Test
    public void classesAreFoundByTheProgramsOwnLoader() throws Exception {
        Path launcher = extract("launcher/");
        Path program = extract("fat/");
        try {
            for (String context : List.of("own", "system", "none")) {
                findsItsClasses(launcher.toString(), context, program);
            }
            findsItsClasses(launcher + ":" + program, "system", program); // that loader has a copy of each class
            String plugins = "-cp " + launcher + " launcher.Plugins " + program;
            assertThat(outputOfJdk(List.of(plugins.split(" "))), containsString("plug-ins of rank 0 as expected"));
            String line = " as expected";
            assertThat(succeeds("--rmi -n 2 " + plugins), stringContainsInOrder(line, line));
        } finally {
            Files.delete(launcher);
            Files.delete(program);
        }
    }

    private static void findsItsClasses(String classPath, String context, Path program) throws Exception {
        List<String> words =
                List.of("-cp", classPath, "launcher.Launcher", context, program.toString(), "a,b", "fat.Program");
        assertThat(outputOfJdk(words), containsString("program b of rank 0 as expected"));
        String output = succeeds("--rmi -n 2 " + String.join(" ", words));
        for (String each : List.of("a of rank 0", "b of rank 0", "a of rank 1", "b of rank 1")) {
            assertThat(output, containsString("program " + each + " as expected"));
        }
    }

    /** Copies the programs of some packages into a jar of their own. */
    private static Path extract(String packages) throws IOException {
        return extract(PROGRAMS, packages, Map.of());
    }

    private static Path extract(String jar, String packages, Map<String, String> attributes) throws IOException {
        Path made = Files.createTempFile("classes", ".jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach(manifest.getMainAttributes()::putValue);
        try (JarFile all = new JarFile(jar);
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(made), manifest)) {
            for (JarEntry each : Collections.list(all.entries())) {
                if (each.getName().startsWith(packages) && !each.isDirectory()) {
                    out.putNextEntry(new JarEntry(each.getName()));
                    all.getInputStream(each).transferTo(out);
                }
            }
        }
        return made;
    }

    private static Path bundle(String name, Map<String, String> attributes) throws IOException {
        Map<String, String> all = new HashMap<>(attributes);
        all.putAll(Map.of("Bundle-ManifestVersion", "2", "Bundle-SymbolicName", name));
        return extract(JobTest.CLASSES, "org/rmi4mpi/tests/bundles/" + name + "/", all);
    }

    /** The loader of a bundle does not delegate to the class path. */
    @Test
    public void bundlesOfAnOsgiFrameworkUseRmi() throws Exception {
        String packages = "org.rmi4mpi.tests.bundles.";
        Path service = bundle("service", Map.of("Export-Package", packages + "service"));
        Path program = bundle("program", Map.of("Bundle-Activator", packages + "program.Activator",
                "Import-Package", "org.osgi.framework," + packages + "service"));
        Path storage = Files.createTempDirectory("felix");
        try {
            List<String> words = List.of("-cp", JobTest.CLASSES + ":" + LIBRARIES.resolve(FELIX),
                    packages + "FelixHost", storage.toString(), service.toString(), program.toString());
            String guests = ": Guest[name=dear direct], Guest[name=dear pooled], true";
            assertThat(outputOfJdk(words), stringContainsInOrder("bundle of rank 0" + guests, "framework stopped"));
            String output = succeeds("--rmi -n 2 " + String.join(" ", words));
            assertThat(output, allOf(containsString("bundle of rank 0" + guests),
                    containsString("bundle of rank 1" + guests), not(containsString("use the JDK's RMI"))));
        } finally {
            Files.delete(service);
            Files.delete(program);
            try (Stream<Path> files = Files.walk(storage)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    @Test
    public void aMethodThatInterruptsItselfDoesNotInterruptItsCaller() throws Exception {
        assertThat(succeeds("--rmi -n 1 CP semantics.Interrupts"), containsString("interrupts as expected"));
    }

    @Test
    public void whatStandsInIsThereAfterAFirstUseWithoutHeap() throws Exception {
        assertThat(succeeds("--rmi -n 1 -Xmx32m -XX:+UseSerialGC CP semantics.FirstUses"),
                containsString("first uses as expected"));
    }

    @Test
    public void aClassThatIsLoadedWithoutStackIsRewrittenOrRefused() throws Exception {
        assertThat(succeeds("--rmi -n 1 CP semantics.ClassesWithoutStack"), containsString("classes as expected"));
    }

    @Test
    @OneJdk
    public void aJobEndsWithItsClients() throws Exception {
        for (String client : List.of("returns", "exits", "works-on")) {
            String output = succeeds("--rmi -n 1 CP ends.Server returns : -n 1 ends.Client " + client);
            assertThat(output, allOf(containsString("pong 1"), containsString("server's hook")));
            assertThat(output, not(containsString("no pong")));
            assertThat(output, containsString(client.equals("exits") ? "pong of the hook"
                    : client.equals("works-on") ? "pong 5" : "pong 1"));
        }
    }

    @Test
    public void aHookThatHaltsEndsItsRank() throws Exception {
        assertThat(succeeds("--rmi -n 1 CP ends.Server returns : -n 1 ends.Client halts-in-its-hook"),
                allOf(containsString("pong of the hook"), containsString("server's hook")));
    }

    @Test
    @OneJdk
    public void slowHooksAreAwaited() throws Exception {
        for (String client : List.of("has-a-slow-hook", "has-a-slow-hook-and-interrupts")) {
            for (int i = 0; i < 2; i++) { // the JVM may have begun with other hooks
                assertThat(succeeds("--rmi -n 1 CP ends.Server returns : -n 1 ends.Client " + client),
                        allOf(containsString("pong of the hook"), not(containsString("no pong"))));
            }
        }
    }

    @Test
    public void mainReturnsWhileAnotherThreadHasTheHeap() throws Exception {
        String client = "-Xmx32m ends.Client returns-with-a-full-heap";
        assertThat(succeeds("--rmi -n 1 CP ends.Server returns : -n 1 " + client), containsString("pong at last"));
    }

    @Test
    @OneJdk
    public void aLookupAwaitsItsServerAlsoWhereItIsInterrupted() throws Exception {
        assertThat(succeeds("--rmi -n 1 CP ends.Server begins-late : -n 1 ends.Client is-interrupted"),
                allOf(containsString("pong 1"), containsString("still interrupted: true")));
    }

    @Test
    @OneJdk
    public void lookupsAfterItsEndFailAsCallsDo() throws Exception {
        assertThat(succeeds("--rmi -n 1 --serve CP ends.Server looks-on : -n 1 ends.Client exits"),
                not(containsString("unexpected")));
    }

    @Test
    @OneJdk
    public void ranksThatServeDoNotKeepIt() throws Exception {
        for (String server : List.of("returns", "sleeps", "schedules", "reads")) {
            assertThat(succeeds("--rmi -n 1 --serve CP ends.Server " + server + " : -n 1 ends.Client exits"),
                    allOf(containsString("pong of the hook"), containsString("server's hook")));
        }
    }

    @Test
    @OneJdk
    public void callsOfThreadsThatGoOnEndInSilence() throws Exception {
        assertThat(succeeds("--rmi -n 4 --serve CP ends.Ring : -n 1 ends.Ring"),
                allOf(containsString("the ring is complete"), not(containsString("rmi4mpi:"))));
    }

    @Test
    @OneJdk
    public void aCallThatDoesNotEndIsTold() throws Exception {
        String options = "-Drmi4mpi.finalize.ms=100 ";
        assertThat(succeeds("--rmi -n 1 " + options + "CP ends.Server returns : -n 1 " + options
                + "ends.Client is-kept"),
                containsString("rank 0 ends while 1 remote call still runs on it; its caller gets a ConnectException:"
                        + " runs Service.keep for rank 1"));
    }

    @Test
    @OneJdk
    public void ranksThatStayDoSoUntilTheirObjectsAreGone() throws Exception {
        assertThat(succeeds("--rmi -n 1 CP ends.Server returns : -n 1 --stay ends.Client is-reminded"),
                containsString("reminded"));
    }

    @Test
    @OneJdk
    public void aServerThatIsShutDownByACall() throws Exception {
        assertThat(succeeds("--rmi -n 1 CP ends.Server sleeps : -n 1 ends.Client shuts-down"),
                containsString("the server is down: ServerError"));
        succeeds("--rmi -n 1 CP ends.Server schedules : -n 1 ends.Client shuts-down-soon");
    }

    @Test
    public void aServerThatExitsGivesItsLocksBack() throws Exception {
        String output = succeeds("--rmi -n 1 CP ends.Server sleeps : -n 1 ends.Client shuts-down-with-lock");
        assertThat(output, allOf(containsString("pong with the lock"), not(containsString("held locks"))));
    }

    @Test
    @InCheck
    public void aRankThatFailsEndsIt() throws Exception {
        assertThat(fails("--rmi -n 1 --serve CP ends.Server sleeps : -n 1 ends.Client fails", 3),
                containsString("the program exits with status 3"));
        assertThat(fails("--rmi -n 1 CP ends.Server returns : -n 1 ends.Client throws", 1),
                stringContainsInOrder("rank 1 of 2", "failed on purpose"));
    }

    @Test
    @OneJdk
    public void whatNobodyCanBringIsNotWaitedFor() throws Exception {
        String patient = "-Drmi4mpi.start.ms=3600000";
        assertThat(succeeds("--rmi -n 1 " + patient + " CP ends.Server returns : -n 1 " + patient
                + " ends.Client asks-for-more"), containsString("not bound: misspelt"));
        fails("--rmi -n 2 " + patient + " CP bank.Customer //localhost:2002/Bank c 1", 1);
    }

    @Test
    @OneJdk
    public void whatRanksThatAreParkedCannotBringIsNotWaitedFor() throws Exception {
        String patient = "-Drmi4mpi.start.ms=3600000 ";
        assertThat(succeeds("--rmi -n 1 --serve CP names.Names binds-when-rung : -n 1 " + patient
                + "names.Names looks misspelt"),
                stringContainsInOrder("not bound: misspelt: ", "registry of rank0:2040",
                        ", which has ", "no rank is left", "rank 0 is in java.lang.Object.wait"));
        String output = succeeds("--rmi -n 1 --serve CP names.Names binds-when-rung : -n 1 " + patient
                + "names.Names looks-then-binds b a : -n 1 " + patient + "names.Names looks-by-threads a c");
        assertThat(output, stringContainsInOrder("not bound: b: ", "rank 2 waits for \""));
        assertThat(output, allOf(containsString("found: a"), containsString("not bound: c: ")));
    }

    /** The JDK's lookup would not wait at all. Here the caller, which waits for the method, would be waited for. */
    @Test
    @OneJdk
    public void whatItsCallerBindsLaterIsNotWaitedForByAMethod() throws Exception {
        String patient = "-Drmi4mpi.start.ms=3600000 ";
        assertThat(succeeds("--rmi -n 1 " + patient + "CP names.Names looks-when-asked : -n 1 " + patient
                + "names.Names asks-then-binds thing"),
                stringContainsInOrder("asked: not bound: thing", "no rank is left",
                        "asked again: found: thing"));
    }

    @Test
    @OneJdk
    public void whatComesLateIsWaitedFor() throws Exception {
        assertThat(succeeds("--rmi -n 1 CP names.Names binds-when-rung : -n 1 names.Names rings-late 1500"
                + " : -n 1 names.Names looks late"), containsString("found: late"));
        assertThat(succeeds("--rmi -n 1 --serve CP names.Names binds-when-rung"
                + " : -n 1 names.Names binds-by-another-thread thing : -n 1 names.Names looks thing"),
                containsString("found: thing"));
    }

    @Test
    @OneJdk
    public void whoFindsNoRegistryMayCreateIt() throws Exception {
        String patient = "--rmi -Drmi4mpi.start.ms=3600000 ";
        for (String use : List.of("list", "bind", "rebind", "unbind")) {
            String output = succeeds(patient + "-n 3 CP names.Creators " + use + " 2050 0");
            assertThat(output, output.split("created by", -1).length, is(2));
            assertThat(output, output.split("used by", -1).length, is(3));
        }
        assertThat(succeeds(patient + "-n 2 CP names.Creators list 2050 1"),
                allOf(containsString("created by rank 0"), containsString("created by rank 1")));
        assertThat(succeeds(patient + "-n 1 CP names.Creators rebind 2050 0"), containsString("created by rank 0"));
    }

    @Test
    @OneJdk
    public void whoMayCreateARegistryGivesUpBeforeWhoLooksItUp() throws Exception {
        String patient = "-Drmi4mpi.start.ms=3600000 ";
        assertThat(succeeds("--rmi -n 1 " + patient + "CP names.Names looks thing : -n 1 " + patient
                + "names.Names binds-or-creates thing"), containsString("found: thing"));
    }

    @Test
    @OneJdk
    public void aRegistryIsCreatedInPlaceOfTheCommand() throws Exception {
        String option = "-Drmi4mpi.registry=2040 ";
        assertThat(succeeds("--rmi -n 1 " + option + "CP names.Names binds-by-another-thread thing"
                + " : -n 1 " + option + "names.Names sleeps 1 : -n 1 names.Names looks thing"),
                containsString("found: thing"));
        assertThat(
                succeeds("--rmi -n 1 " + option + "-Drmi4mpi.start.ms=0 CP names.Names looks-in-the-wrong-registry b"),
                stringContainsInOrder("not bound: b: ", "rank0:2040",
                        "look it up where it is bound: the job's on port 1099"));
        assertThat(fails("--rmi -n 1 -Drmi4mpi.start.ms=0 CP names.Names looks thing", 1),
                containsString("in place of rmiregistry by -Drmi4mpi.registry=2040"));
        assertThat(fails("--rmi -n 1 -Drmi4mpi.registry=70000 CP names.Names looks thing", 1),
                containsString("-Drmi4mpi.registry=70000: expected a port from 1 to 65535"));
    }

    @Test
    @OneJdk
    public void aJvmThatTheProgramStartsIsNoRank() throws Exception {
        String output = succeeds("--rmi -n 1 CP names.Children");
        assertThat(output,
                stringContainsInOrder("the program starts a JVM of its own (", "which is no rank of this job",
                        "by a builder: 4", "by the runtime: 4", "other command: 0"));
        assertThat(output.split("starts a JVM", -1).length, is(2));
    }

    @Test
    @OneJdk
    public void aForgottenServeIsHintedAt() throws Exception {
        CompletableFuture<String> alone = CompletableFuture.supplyAsync(() -> {
            try {
                return succeeds("--rmi -n 1 CP names.Names sleeps 12000");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        Processes.Outcome outcome =
                runUntil("--serve", "--rmi -n 1 CP ends.Server schedules : -n 1 ends.Client returns");
        assertThat(outcome.output(), stringContainsInOrder("rank 0 of 2", "all other ranks have ended",
                "pool-1-thread-1", "--serve"));
        assertThat(alone.get(), not(containsString("--serve"))); // it is nobody's server
    }

    @Test
    @OneJdk
    public void aRankThatServesNothingIsNotToldToServe() throws Exception {
        Processes.Outcome outcome = runUntil("it serves nothing",
                "--rmi -n 1 CP names.Names sleeps 0 : -n 1 names.Names sleeps 600000");
        assertThat(outcome.output(), stringContainsInOrder("rank 1 of 2", "all other ranks have ended"));
        assertThat(outcome.output(), not(containsString("--serve")));
    }

    @Test
    @OneJdk
    public void anyRankReadsTheInputOfTheLauncher() throws Exception {
        List<String> job = Programs.command(List.of("--rmi", "--stdin", "1", "-n", "1", "-cp", PROGRAMS,
                "names.Names", "sleeps", "0", ":", "-n", "1", "ends.Server", "reads"));
        List<String> command = new ArrayList<>(List.of("bash", "-c", "echo typed | \"$@\"", "bash"));
        command.addAll(job);
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), command);
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("typed"));
    }

    /** Types at the terminal of rank 1 as soon as it is there, and keeps what the terminal shows. */
    @Test
    @OneJdk
    public void eachRankHasATerminalOfItsOwn() throws Exception {
        assumeTrue("there is no tmux", new ProcessBuilder("sh", "-c", "command -v tmux").start().waitFor() == 0);
        Path folder = Files.createTempDirectory("rmi4mpi-terminals");
        try {
            List<String> command = new ArrayList<>(List.of("bash", "-c", """
                    "$@" &
                    job=$!
                    until pane=$(tmux list-panes -a -F '#{pane_title} #{pane_id}' 2>/dev/null | grep '^rank 1 '); do
                        sleep 0.1
                    done
                    tmux pipe-pane -t "${pane##* }" "cat >$TMUX_TMPDIR/shown"
                    tmux send-keys -t "${pane##* }" typed Enter C-d
                    wait $job""", "bash"));
            command.addAll(Programs.command(List.of("--rmi", "--terminals", "-n", "1", "-cp", PROGRAMS, "names.Names",
                    "sleeps", "0", ":", "-n", "1", "ends.Server", "reads")));
            Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS,
                    Map.of("TMUX_TMPDIR", folder.toString(), "TMUX", "", "TMPDIR", folder.toString()), command);
            assertThat(outcome.output(), outcome.status(), is(0));
            assertThat(outcome.output(), stringContainsInOrder("the ranks have terminals", "tmux attach-session -t "));
            assertThat(Files.readString(folder.resolve("shown")), stringContainsInOrder("typed", "server's hook"));
            assertThat(outcome.output(), not(containsString("server's hook")));
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Test
    public void aSecurityManagerNeedsAPolicy() throws Exception {
        assumeTrue(Runtime.version().feature() < 24); // later JVMs have none, and say so
        String words = "--rmi -n 2 -Djava.security.manager CP semantics.Exports";
        assertThat(fails(words, 1), allOf(containsString("grant { permission java.security.AllPermission; };"),
                not(containsString("AccessControlException"))));
        Path policy = Files.createTempFile("grants-all", ".policy");
        try {
            Files.writeString(policy, "grant { permission java.security.AllPermission; };");
            assertThat(succeeds(words.replace("CP", "-Djava.security.policy=" + policy + " CP")),
                    containsString("exports as expected"));
        } finally {
            Files.delete(policy);
        }
    }

    @Test
    @OneJdk
    public void severalProgramsWithoutRmi() throws Exception {
        String jar = ROOT.resolve("build/tests/rmi4mpi-tests.jar").toString();
        String output = succeeds("-n 1 -Dsome.property=first -cp " + jar
                + " org.rmi4mpi.tests.programs.Misbehave well a : -n 2 -Dsome.property=second"
                + " org.rmi4mpi.tests.programs.Misbehave well b");
        assertThat(output, containsString("args well|a of first"));
        assertThat(output, stringContainsInOrder("args well|b of second", "args well|b of second"));
    }

    @Test
    @OneJdk
    public void helpTeaches() throws Exception {
        assertThat(succeeds("--help"), stringContainsInOrder("--rmi -n 1", "--serve", "--stay", "Programs of java.rmi",
                "rmi4mpi.rank", "-Drmi4mpi.start.ms"));
    }

    @Test
    @InCheck
    @OneJdk
    public void wrongCommandsAreExplained() throws Exception {
        assertThat(fails("--serve -n 1 CP hello.Server", 2), containsString("--rmi"));
        assertThat(fails("--rmi --serve -n 1 CP hello.Server : -n 1 --serve hello.Client", 2),
                containsString("--serve is for some of the ranks"));
        assertThat(fails("-n 1 CP hello.Server : --rmi -n 1 hello.Client", 2), containsString("before the first"));
        assertThat(fails("--rmi -n 1 CP hello.Server : hello.Client", 2), containsString("-n N"));
        assertThat(fails("--rmi -n 1 CP hello.Server :", 2), containsString("the main class is missing"));
    }
}
