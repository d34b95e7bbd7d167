package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.bench.call.Stopwatch.Action;

/** The commands of a member. Times are in milliseconds, and results are texts. Used by the control thread. */
final class MemberCommands {
    private static final int CALLS_BETWEEN_LOOKS_AT_CLOCK = 16;
    private static final int ONE_WAY_CALLS_BETWEEN_LOOKS = 1000;
    private static final int MS_WITHOUT_COMPILING = 200;

    private final int index;
    private final RemoteSystem system;
    private final MainThread main;
    private final Computation computation = new Computation();
    private final Service own = new ServiceObject();
    private final NestedCalls nested;
    /** Null if the system writes arguments itself. */
    private Marshaller marshaller;
    private Service[] services;
    private InterfaceCaller[] callers;
    private Remote[] stubs;
    private boolean ended;

    MemberCommands(int index, RemoteSystem system, MainThread main) {
        this.index = index;
        this.system = system;
        this.main = main;
        nested = new NestedCalls(index, system);
    }

    /** Whether the member has been told to end. It ends when it has answered. */
    boolean ended() {
        return ended;
    }

    Object run(String... words) throws Exception {
        return switch (words[0]) {
            case "join" -> join(number(words[1]), number(words[2]), words.length > 3 ? words[3] : "");
            case "find" -> main.call(() -> find(number(words[1])));
            case "check" -> main.call(() -> check(services[number(words[1])], words[2].split(",")));
            case "warm" -> main.call(() -> warm(calls(words[1], words[2]), ns(words[3])));
            case "measure" ->
                main.call(() -> Stopwatch.medianUs(calls(words[1], words[2]), number(words[3]), ns(words[4])));
            case "settle" -> settle(number(words[1]));
            case "rate" -> main.call(() -> callsPerSecond(words[1].split(","), ns(words[2])));
            case "oneway" -> main.call(() -> oneWayPerSecond(services[number(words[1])], ns(words[2])));
            case "star" -> main.call(() -> starUs(words[1], number(words[2]), number(words[3]), number(words[4])));
            case "nest" -> main.call(() -> nested.ms(number(words[1]), number(words[2]), number(words[3])));
            case "first" -> main.call(() -> firstUs(services[number(words[1])], number(words[2])));
            case "idle" -> CpuTime.percentOfCore(number(words[1]));
            case "compute" -> main.call(() -> text(Computation.run(number(words[1]))));
            case "load" -> load(number(words[1]), Boolean.parseBoolean(words[2]));
            case "rest" -> rest();
            case "barrier" -> later(system::barrier);
            case "finalize" -> later(system::end);
            case "export" -> export(number(words[1]));
            case "import" -> main.call(() -> lookUp(number(words[1])));
            case "use" -> main.call(() -> warm(this::useAll, ns(words[1])));
            case "pingall" -> main.call(() -> Stopwatch.medianUs(this::pingAll, number(words[1]), ns(words[2])));
            case "end" -> end();
            default -> throw new IllegalArgumentException("no command " + words[0]);
        };
    }

    private static int number(String word) {
        return Integer.parseInt(word);
    }

    private static long ns(String ms) {
        return TimeUnit.MILLISECONDS.toNanos(Long.parseLong(ms));
    }

    private static String text(double[] values) {
        return Arrays.toString(values).replaceAll("[\\[\\] ]", "");
    }

    private int join(int registryPort, int members, String marshallerName) throws RemoteException {
        system.join(registryPort);
        Service exported = own;
        if (!marshallerName.isEmpty()) {
            marshaller = Marshaller.of(marshallerName, index, members);
            exported = new MarshallingService.Server(marshaller, own, (index + members - 1) % members);
        }
        system.bind("service" + index, exported);
        nested.bind();
        return index;
    }

    private int find(int members) throws RemoteException, NotBoundException {
        services = new Service[members];
        for (int i = 0; i < members; i++) {
            Service stub = (Service) system.find("service" + i);
            services[i] = marshaller == null ? stub : new MarshallingService.Caller(marshaller, stub, i);
        }
        for (Service service : services) {
            service.ping();
        }
        services[(index + 1) % members].callBackTo(services[index]);
        nested.find(members);
        return members;
    }

    private static String check(Service service, String... graphs) throws IOException {
        Calls.check(service, graphs);
        return "";
    }

    private static String warm(Action action, long ns) throws Exception {
        Stopwatch.warmUp(action, ns);
        return "";
    }

    /** Waits until the JVM compiles no more, or for so long. A process that is stopped does not compile. */
    private static String settle(int longestMs) throws InterruptedException {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(longestMs);
        long before;
        do {
            before = compiler.getTotalCompilationTime();
            TimeUnit.MILLISECONDS.sleep(MS_WITHOUT_COMPILING);
        } while (compiler.getTotalCompilationTime() > before && System.nanoTime() < deadline);
        return "";
    }

    private Action calls(String name, String callee) {
        Kernel.Batch batch = Calls.call(name).batch();
        Service service = services[number(callee)];
        return times -> batch.run(service, times);
    }

    /**
     * Meets the other callers at the callee, and then calls it; so many times.
     *
     * @return microseconds of a call, then of a call and the meeting before it
     */
    private String starUs(String name, int callee, int callers, int times) throws RemoteException {
        Kernel.Batch batch = Calls.call(name).batch();
        Service service = services[callee];
        long begin = System.nanoTime();
        long inCalls = 0;
        for (int i = 0; i < times; i++) {
            service.meet(callers);
            long start = System.nanoTime();
            batch.run(service, 1);
            inCalls += System.nanoTime() - start;
        }
        return text(new double[] {inCalls / 1e3 / times, (System.nanoTime() - begin) / 1e3 / times});
    }

    /** Calls each in turn. */
    private double callsPerSecond(String[] callees, long ns) throws RemoteException {
        Service[] targets = Arrays.stream(callees).map(i -> services[number(i)]).toArray(Service[]::new);
        long start = System.nanoTime();
        long calls = 0;
        do {
            for (int i = 0; i < CALLS_BETWEEN_LOOKS_AT_CLOCK; i++) {
                targets[(int) (calls++ % targets.length)].ping();
            }
        } while (System.nanoTime() - start < ns);
        return calls * 1e9 / (System.nanoTime() - start);
    }

    /**
     * Ends with a synchronous call, which checks that all calls have run; not a number if there are no one-way calls.
     */
    private double oneWayPerSecond(Service service, long ns) throws RemoteException {
        Service oneWay = system.oneWay(service);
        if (oneWay == null) {
            return Double.NaN;
        }
        long before = service.counted();
        long start = System.nanoTime();
        long calls = 0;
        do {
            for (int i = 0; i < ONE_WAY_CALLS_BETWEEN_LOOKS; i++) {
                oneWay.count();
            }
            calls += ONE_WAY_CALLS_BETWEEN_LOOKS;
        } while (System.nanoTime() - start < ns);
        while (service.counted() - before < calls) {
            if (System.nanoTime() - start > 10 * ns) {
                throw new RemoteException(service.counted() - before + " of " + calls + " one-way calls have arrived");
            }
        }
        return calls * 1e9 / (System.nanoTime() - start);
    }

    private static double firstUs(Service service, int idleMs) throws RemoteException, InterruptedException {
        Thread.sleep(idleMs);
        long start = System.nanoTime();
        service.ping();
        return (System.nanoTime() - start) / 1e3;
    }

    /** The main thread may be one of the computing threads. */
    private String load(int threads, boolean withMain) {
        computation.start(withMain ? threads - 1 : threads);
        return withMain ? later(computation::runOn) : "";
    }

    private String rest() throws Exception {
        computation.stop();
        return main.call(() -> "");
    }

    private String later(Runnable task) {
        main.start(task);
        return "";
    }

    private String export(int interfaces) throws RemoteException, ReflectiveOperationException {
        for (int i = 0; i < interfaces; i++) {
            system.bind("interface" + i, Interfaces.caller(i).object());
        }
        return "";
    }

    private String lookUp(int interfaces) throws RemoteException, NotBoundException, ReflectiveOperationException {
        callers = new InterfaceCaller[interfaces];
        stubs = new Remote[interfaces];
        for (int i = 0; i < interfaces; i++) {
            callers[i] = Interfaces.caller(i);
            stubs[i] = system.find("interface" + i);
        }
        return "";
    }

    private void useAll(int times) throws RemoteException {
        for (int i = 0; i < times; i++) {
            callers[i % callers.length].all(stubs[i % callers.length]);
        }
    }

    private void pingAll(int times) throws RemoteException {
        for (int i = 0; i < times; i++) {
            int one = i % callers.length;
            callers[one].ping(stubs[one]);
        }
    }

    private String end() {
        ended = true;
        computation.stop();
        return "";
    }
}
