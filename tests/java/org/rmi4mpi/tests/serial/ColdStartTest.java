package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.NotInCheck;
import org.rmi4mpi.tests.runner.OneJdk;

/** Classes that occur for the first time, and classes that are unloaded again. */
@Deadline(120)
public class ColdStartTest {
    private static final int FIELDS = 350;
    private static final int CLASSES = 1000;
    private static final int ROUNDS = 5;
    private static final int CLASSES_IN_A_MESSAGE = 100;
    /**
     * The classes of a round and everything generated for them take some 20 MiB. Those of all five rounds would take a
     * hundred.
     */
    private static final long LARGEST_GROWTH = 20 << 20;

    private final Streams streams = new ArrayCopyStreams();

    private static String largeClass(int number) {
        StringBuilder fields = new StringBuilder("class Large" + number + " implements Serializable { ");
        StringBuilder text = new StringBuilder("\"\"");
        for (int i = 0; i < FIELDS; i++) {
            fields.append(switch (i % 5) {
                case 0 -> "int f" + i + " = " + i;
                case 1 -> "Object f" + i + " = " + i + "L";
                case 2 -> "double f" + i + " = " + i + ".5";
                case 3 -> "String f" + i + " = \"text " + i + "\"";
                default -> "byte f" + i + " = " + i % 100;
            }).append("; ");
            text.append(" + f").append(i);
        }
        return fields + "public String toString() { return " + text + "; } }";
    }

    /** The time is printed, and not judged. */
    @Test
    public void firstMessagesWithClassesOfManyFields() throws Exception {
        int classes = 5;
        String[] sources = new String[classes];
        for (int i = 0; i < classes; i++) {
            sources[i] = largeClass(i);
        }
        Version version = Version.of(sources);
        Messages messages = new Messages(version);
        messages.copy(Samples.control()); // the engine itself is there
        StringBuilder times = new StringBuilder("first messages with a class of " + FIELDS + " fields, ms:");
        for (int i = 0; i < classes; i++) {
            Object object = version.make("Large" + i);
            String expected = object.toString();
            long start = System.nanoTime();
            messages.write(object);
            long written = System.nanoTime();
            Object read = messages.read();
            long end = System.nanoTime();
            assertThat(read.toString(), is(expected));
            times.append(String.format(" %.1f + %.1f", (written - start) / 1e6, (end - written) / 1e6));
        }
        System.out.println(times);
    }

    /** Some classes are used often enough to have everything generated that frequent classes have. */
    @Test
    @NotInCheck
    @OneJdk
    @Deadline(300)
    public void manyLoadersOfAThousandClasses() throws Exception {
        String[] sources = new String[CLASSES];
        for (int i = 0; i < CLASSES; i++) {
            sources[i] = "class A" + i + " implements Serializable { int f = " + i + "; Object o = \"" + i
                    + "\"; long l = 1; A" + (i + 1) % CLASSES + " next; }";
        }
        Version compiled = Version.of(sources);
        long afterFirst = 0;
        for (int round = 0; round < ROUNDS; round++) {
            WeakReference<Version> loader = useOnce(compiled.again());
            awaitEnd(loader);
            long used = metaspace();
            System.out.println("metaspace after round " + round + ": " + (used >> 10) + " KiB");
            if (round == 0) {
                afterFirst = used;
            }
        }
        assertThat(metaspace() - afterFirst, lessThan(LARGEST_GROWTH));
    }

    private WeakReference<Version> useOnce(Version version) throws Exception {
        Messages messages = new Messages(version);
        for (int from = 0; from < CLASSES; from += CLASSES_IN_A_MESSAGE) {
            Object[] some = new Object[CLASSES_IN_A_MESSAGE];
            for (int i = 0; i < some.length; i++) {
                some[i] = version.make("A" + (from + i));
            }
            check(version, some, (Object[]) messages.copy(some));
            messages.agree();
            check(version, some, (Object[]) messages.copy(some));
            check(version, some, throughStreams(version, some));
        }
        Object often = version.make("A0");
        Copiers.generate(often.getClass());
        for (int i = 0; i < 2_000; i++) {
            messages.copy(often);
        }
        return new WeakReference<>(version);
    }

    private static void check(Version version, Object[] written, Object[] read) {
        for (int i = 0; i < written.length; i++) {
            assertThat(read[i].getClass(), sameInstance((Object) written[i].getClass()));
            assertThat(read[i].getClass().getClassLoader(), sameInstance((Object) version));
        }
    }

    private Object[] throughStreams(Version version, Object[] objects) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = streams.output(bytes)) {
            out.writeObject(objects);
        }
        return (Object[]) streams.input(new ByteArrayInputStream(bytes.toByteArray()), ReaderHooks.loading(version))
                .readObject();
    }

    /** The ranks may continue: the data that they keep about a loader must not keep it alive. */
    private static void awaitEnd(WeakReference<Version> loader) throws InterruptedException {
        for (int i = 0; loader.get() != null && i < 200; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertThat("a loader that nobody uses", loader.get(), nullValue());
    }

    /** Two ranks that stay, and loaders that come and go. */
    @Test
    public void ranksThatStayDoNotKeepLoaders() throws Exception {
        Version compiled = Version.of("class B implements Serializable { int f = 1; }");
        List<WeakReference<Version>> loaders = new ArrayList<>();
        Messages messages = new Messages();
        for (int i = 0; i < 20; i++) {
            loaders.add(readByOneMore(messages, compiled.again()));
        }
        for (WeakReference<Version> loader : loaders) {
            awaitEnd(loader);
        }
        assertThat(messages.copy("still there"), is("still there"));
    }

    private static WeakReference<Version> readByOneMore(Messages messages, Version version) throws Exception {
        for (int i = 0; i < 3; i++) {
            messages.write(version.make("B"));
            assertThat(messages.read(version).getClass(), sameInstance((Object) version.type("B")));
            messages.agree();
        }
        return new WeakReference<>(version);
    }

    private static long metaspace() {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getName().equals("Metaspace")) {
                return pool.getUsage().getUsed();
            }
        }
        throw new AssertionError("the JVM reports no metaspace");
    }
}
