package org.rmi4mpi.tests.tasks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;

/** The ways in which tasks end, each alone. The first argument of a task names its way. */
final class Endings {
    private static final int ENDED = 1000;
    private static final MethodType STATUS = MethodType.methodType(void.class, int.class);
    private static int tasksHere;

    private Endings() {}

    public static void main(String[] args) throws Throwable {
        if (++tasksHere != 1) {
            throw new AssertionError("shares its statics");
        }
        if (args.length == 2) {
            endBy(args[0], args[1]);
            return;
        }
        jpvmEnvironment jpvm = new jpvmEnvironment();
        assertThat(status(jpvm, "throws"), is(1));
        assertThat(status(jpvm, "overflows"), is(1));
        assertThat(status(jpvm, "exits"), is(42));
        assertThat(status(jpvm, "exits by another thread"), is(9));
        assertThat(status(jpvm, "catches all"), is(17));
        assertThat(status(jpvm, "catches all at the end of its stack"), is(18));
        assertThat(status(jpvm, "halts"), is(19));
        assertThat(status(jpvm, "exits by reflection"), is(20));
        assertThat(status(jpvm, "halts by reflection"), is(21));
        assertThat(status(jpvm, "exits by a handle"), is(22));
        assertThat(status(jpvm, "halts by a handle"), is(23));
        assertThat(status(jpvm, "exits in a method that is invoked"), is(24));
        assertThat(status(jpvm, "exits in a pool"), is(25));
        for (int status : new int[] {26, 27, 28, 29}) {
            assertThat("tasks of a rank share the pool", status(jpvm, "exits in the common pool", status), is(status));
        }
        assertThat(status(jpvm, "exits in a class of the system's loader"), is(30));
        assertThat(status(jpvm, "exits after main"), is(31));
        assertThat(status(jpvm, "exits by a bound handle"), is(32));
        assertThat(status(jpvm, "exits in the handler of main"), is(33));
        assertThat(status(jpvm, "joins main"), is(0));
        assertThat(status(jpvm, "forgets"), is(0));
        assertThat(status(jpvm, "returns twice"), is(0));
        assertThat(status(jpvm, "sets its streams"), is(0));
        assertThat(status(jpvm, "leaves a stream that fails"), is(0));
        jpvmTaskId[] tids = new jpvmTaskId[5];
        assertThat(jpvm.pvm_spawn(Endings.class.getName(), new String[] {"never enrols", ""}, 2, tids), is(0));
        assertThat(jpvm.pvm_spawn(Endings.class.getName(), new String[] {"throws at once", ""}, 2, tids), is(0));
        Expect.spawn(jpvm, Endings.class, 1, "sends by a thread", "");
        assertThat(jpvm.pvm_recv(1).buffer.upkstr(), is("from a thread"));
        kill(jpvm, Expect.spawn(jpvm, Endings.class, 2, "sleeps", ""));
        kill(jpvm, Expect.spawn(jpvm, Endings.class, 2, "waits", ""));
        Expect.fails(() -> jpvm.pvm_kill(new jpvmTaskId("nowhere", 7)), "port #7");
        Expect.fails(() -> jpvm.pvm_notify(ENDED, 1, new jpvmTaskId[1]), "task 0 is null");
        Expect.spawn(jpvm, Endings.class, 5, "waits", "");
        System.out.println("endings as expected");
        if (args.length == 1 && args[0].equals("halt")) {
            Expect.spawn(jpvm, Endings.class, 2, "sleeps", "");
            jpvm.pvm_halt();
            jpvm.pvm_recv();
        } else if (args.length == 1) {
            System.exit(Integer.parseInt(args[0]));
        }
    }

    private static int status(jpvmEnvironment jpvm, String way) throws jpvmException {
        return status(jpvm, way, 0);
    }

    private static int status(jpvmEnvironment jpvm, String way, int number) throws jpvmException {
        jpvmTaskId[] task = Expect.spawn(jpvm, Endings.class, 1, way, "" + number);
        jpvm.pvm_notify(ENDED, 1, task);
        return Expect.status(jpvm.pvm_recv(ENDED), task[0]);
    }

    private static void kill(jpvmEnvironment jpvm, jpvmTaskId[] tasks) throws jpvmException {
        jpvm.pvm_notify(ENDED, tasks.length, tasks);
        for (jpvmTaskId each : tasks) {
            jpvm.pvm_kill(each);
            assertThat(Expect.status(jpvm.pvm_recv(each, ENDED), each), is(137));
        }
    }

    private static int depth(int n) {
        return 1 + depth(n + 1);
    }

    private static void endBy(String way, String number) throws Throwable {
        if (way.equals("never enrols")) {
            return;
        } else if (way.equals("throws at once")) {
            throw new IllegalStateException("before it has an environment");
        }
        jpvmEnvironment jpvm = new jpvmEnvironment();
        switch (way) {
            case "throws" -> throw new IllegalStateException("thrown on purpose");
            case "overflows" -> System.out.println(depth(0));
            case "exits" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("the hook of a task")));
                System.exit(42);
            }
            case "exits by another thread" -> {
                new Thread(() -> System.exit(9)).start();
                jpvm.pvm_recv();
            }
            case "catches all" -> exitWithin(17);
            case "catches all at the end of its stack" -> {
                try {
                    System.out.println(depth(0));
                } catch (Throwable e) {
                    assertThat(e instanceof StackOverflowError, is(true));
                    exitWithin(18);
                }
            }
            case "halts" -> Runtime.getRuntime().halt(19);
            case "exits by reflection" -> System.class.getMethod("exit", int.class).invoke(null, 20);
            case "halts by reflection" ->
                Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), (short) 21);
            case "exits by a handle" ->
                MethodHandles.lookup().findStatic(System.class, "exit", STATUS).invokeExact(22);
            case "halts by a handle" -> MethodHandles.lookup().findVirtual(Runtime.class, "halt", STATUS)
                    .invokeExact(Runtime.getRuntime(), 23);
            case "exits in a method that is invoked" -> exitInvoked();
            case "exits in a pool" -> exitInPool();
            case "exits in the common pool" -> {
                int status = Integer.parseInt(number);
                ForkJoinPool.commonPool().execute(() -> System.exit(status));
                jpvm.pvm_recv();
            }
            case "exits in a class of the system's loader" -> {
                Class<?> same = ClassLoader.getSystemClassLoader().loadClass(Endings.class.getName());
                assertThat(same == Endings.class, is(true));
                System.exit(30);
            }
            case "exits by a bound handle" ->
                MethodHandles.lookup().bind(Runtime.getRuntime(), "exit", STATUS).invokeExact(32);
            case "exits in the handler of main" -> {
                Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> System.exit(33));
                throw new IllegalStateException("for the handler of main");
            }
            case "exits after main" -> startAfterMain(() -> System.exit(31));
            case "joins main" -> startAfterMain(() -> {});
            case "forgets" -> {}
            case "sets its streams" -> setStreams();
            case "leaves a stream that fails" -> System.setOut(new PrintStream(OutputStream.nullOutputStream()) {
                @Override
                public void flush() {
                    throw new IllegalStateException("on purpose");
                }
            });
            case "returns twice" -> {
                jpvm.pvm_exit();
                new jpvmEnvironment().pvm_exit();
            }
            case "sends by a thread" -> new Thread(Endings::sendByThread).start();
            case "sleeps" -> Thread.sleep(Long.MAX_VALUE);
            case "waits" -> jpvm.pvm_recv();
            default -> throw new IllegalArgumentException(way);
        }
    }

    /** Exits within handlers, a monitor and a resource, none of which may notice. */
    private static void exitWithin(int status) {
        AutoCloseable resource = () -> System.out.println("an exit has closed a resource");
        try (resource) {
            synchronized (resource) {
                try {
                    System.exit(status);
                } catch (Error | RuntimeException e) {
                    System.out.println("an exit was caught");
                }
            }
        } catch (Throwable e) {
            System.out.println("an exit was caught");
        }
        System.out.println("an exit has returned");
    }

    /** Only this class may invoke the private method. The JDK wraps what it throws. */
    private static void exitInvoked() throws ReflectiveOperationException {
        try {
            Endings.class.getDeclaredMethod("exitWithin", int.class).invoke(null, 24);
        } catch (InvocationTargetException e) {
            System.out.println("an exit was caught");
        }
    }

    private static void exitInPool() {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        try {
            CompletableFuture.runAsync(() -> System.exit(25), pool).join();
        } catch (CompletionException e) {
            System.out.println("an exit was caught");
        }
    }

    /** Sets the streams as programs do that read or duplicate their own output. */
    private static void setStreams() {
        PrintStream first = System.out;
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        System.setOut(new PrintStream(read, true));
        System.out.print("read");
        assertThat(read.toString(StandardCharsets.UTF_8), is("read"));
        System.setOut(first);
        assertThat(System.out == first, is(true));
        System.out.println("a stream that is there again");
        System.setOut(new PrintStream(System.out, true));
        System.out.println("a stream around the first");
        System.setOut(new PrintStream(System.out, true));
        System.out.println("a stream around two");
        ByteArrayOutputStream traces = new ByteArrayOutputStream();
        System.setErr(new PrintStream(traces, true));
        new IllegalStateException("printed by the JDK").printStackTrace();
        assertThat(traces.toString(StandardCharsets.UTF_8), containsString("printed by the JDK"));
        System.setErr(System.out);
        System.err.println("one stream for both");
    }

    private static void startAfterMain(Runnable then) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("main has not ended", e);
            }
            then.run();
        }).start();
    }

    private static void sendByThread() {
        try {
            jpvmEnvironment own = new jpvmEnvironment();
            jpvmBuffer buffer = new jpvmBuffer();
            buffer.pack("from a thread");
            own.pvm_send(buffer, own.pvm_parent(), 1);
            own.pvm_exit();
        } catch (jpvmException e) {
            throw new IllegalStateException(e);
        }
    }
}
