package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.sameInstance;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** The hooks writeObject and readObject: when they run, in which order, and what they may do. */
public class HooksTest extends StreamContract {
    static class Wraps implements Serializable {
        int value = 1;
        transient int doubled;

        private void writeObject(ObjectOutputStream out) throws IOException {
            assertIsJdkStream(out);
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            assertIsJdkStream(in);
            in.defaultReadObject();
            doubled = 2 * value;
        }
    }

    @Test
    public void hooksAroundDefaultFields() throws Exception {
        Wraps written = new Wraps();
        written.value = 21;
        assertThat(copy(written).doubled, is(42));
    }

    @Test
    public void sameStreamIsPassedOn() throws Exception {
        ObjectOutputStream[] seen = new ObjectOutputStream[1];
        SeesStream.seen = null;
        byte[] bytes = written(out -> {
            seen[0] = out;
            out.writeObject(new SeesStream());
        });
        assertThat(SeesStream.seen, sameInstance((Object) seen[0]));
        ObjectInputStream in = reader(bytes);
        in.readObject();
        assertThat(SeesStream.seen, sameInstance((Object) in));
    }

    static class SeesStream implements Serializable {
        static Object seen;

        private void writeObject(ObjectOutputStream out) {
            seen = out;
        }

        private void readObject(ObjectInputStream in) {
            seen = in;
        }
    }

    static class Top implements Serializable {
        static final List<String> ORDER = new ArrayList<>();

        int top = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            ORDER.add("top written");
            out.defaultWriteObject();
            out.writeInt(11);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            ORDER.add("top read " + in.readInt());
        }
    }

    static class Middle extends Top {
        int middle = 2;
    }

    static class Bottom extends Middle {
        int bottom = 3;

        private void writeObject(ObjectOutputStream out) throws IOException {
            ORDER.add("bottom written");
            out.writeUTF("before");
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            ORDER.add("bottom read " + in.readUTF());
            in.defaultReadObject();
            ORDER.add(top + " " + middle + " " + bottom);
        }
    }

    @Test
    public void hooksRunFromTheTopOfTheHierarchy() throws Exception {
        Top.ORDER.clear();
        copy(new Bottom());
        assertThat(Top.ORDER, contains("top written", "bottom written", "top read 11", "bottom read before", "1 2 3"));
    }

    static class WritesOnly implements Serializable {
        int value = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeObject("more than is read");
            out.writeLong(8);
        }
    }

    @Test
    public void whatNobodyReadsIsSkipped() throws Exception {
        ObjectInputStream in = reader(bytesOf(new WritesOnly(), "next"));
        assertThat(((WritesOnly) in.readObject()).value, is(1));
        assertThat(in.readObject(), is("next"));
    }

    static class ReadsOnly implements Serializable {
        int value = 1;
        transient boolean hookRan;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            hookRan = true;
        }
    }

    @Test
    public void readObjectAlone() throws Exception {
        assertThat(copy(new ReadsOnly()).hookRan, is(true));
    }

    static class WritesNothing implements Serializable {
        int value = 1;

        private void writeObject(ObjectOutputStream out) {}

        private void readObject(ObjectInputStream in) {}
    }

    @Test
    public void hooksThatWriteAndReadNothing() throws Exception {
        ObjectInputStream in = reader(bytesOf(new WritesNothing(), "next"));
        assertThat(((WritesNothing) in.readObject()).value, is(0));
        assertThat(in.readObject(), is("next"));
    }

    static class Nests implements Serializable {
        int depth;
        transient List<Integer> depths = new ArrayList<>();
        transient Nests below;

        Nests(int depth) {
            this.depth = depth;
            below = depth > 0 ? new Nests(depth - 1) : null;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeObject(below);
            out.defaultWriteObject();
            out.writeInt(depth);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            below = (Nests) in.readObject();
            in.defaultReadObject();
            depths = new ArrayList<>(below == null ? List.of() : below.depths);
            depths.add(in.readInt());
        }
    }

    @Test
    public void hooksInsideHooks() throws Exception {
        assertThat(copy(new Nests(4)).depths, contains(0, 1, 2, 3, 4));
    }

    static class PublicHooks implements Serializable {
        int value = 1;

        public void writeObject(ObjectOutputStream out) {
            throw new AssertionError("not private");
        }

        public void readObject(ObjectInputStream in) {
            throw new AssertionError("not private");
        }
    }

    static class WrongHooks implements Serializable {
        int value = 1;

        private void writeObject(Object out) {
            throw new AssertionError("another signature");
        }

        private int readObject(ObjectInputStream in) {
            throw new AssertionError("another signature");
        }

        private static void readObjectNoData() {
            throw new AssertionError("static");
        }
    }

    @Test
    public void hooksThatAreNotDeclaredAsTheyShouldAreIgnored() throws Exception {
        assertThat(copy(new PublicHooks()).value, is(1));
        assertThat(copy(new WrongHooks()).value, is(1));
    }

    static class ThrowsInHook implements Serializable {
        private final Exception thrown;

        ThrowsInHook(Exception thrown) {
            this.thrown = thrown;
        }

        private void readObject(ObjectInputStream in) throws Exception {
            in.defaultReadObject();
            throw thrown;
        }
    }

    @Test
    public void exceptionsOfReadObject() throws Exception {
        failureThrough(InvalidObjectException.class, new ThrowsInHook(new InvalidObjectException("bad")));
        failureThrough(IllegalStateException.class, new ThrowsInHook(new IllegalStateException("bad")));
        failureThrough(ClassNotFoundException.class, new ThrowsInHook(new ClassNotFoundException("bad")));
    }

    static class Unfinished implements Serializable {
        transient Object first;
        Wraps wraps = new Wraps();

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            first = wraps.doubled;
        }
    }

    @Test
    public void objectsInFieldsAreCompleteInReadObject() throws Exception {
        assertThat(copy(new Unfinished()).first, is(2));
    }

    static class SeesItself implements Serializable {
        SeesItself other;
        int value = 3;
        transient Integer valueOfOther;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            valueOfOther = other.value;
        }
    }

    /** In a cycle, the one that is read first is seen by the other before its fields are set. */
    @Test
    public void hookInACycleSeesAnUnfinishedObject() throws Exception {
        SeesItself one = new SeesItself();
        SeesItself two = new SeesItself();
        one.other = two;
        two.other = one;
        SeesItself read = copy(one);
        assertThat(read.other.other, sameInstance(read));
        assertThat(read.valueOfOther, is(3));
    }
}
