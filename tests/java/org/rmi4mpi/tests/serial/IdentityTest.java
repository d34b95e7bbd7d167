package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;

/** Arrays, and identity: one object stays one, until the stream is reset or told otherwise. */
public class IdentityTest extends StreamContract {
    static class Node implements Serializable {
        Object value;
        Node next;

        Node(Object value) {
            this.value = value;
        }
    }

    @Test
    public void sharedWithinAndAcrossObjects() throws Exception {
        Node shared = new Node("shared");
        ObjectInputStream in = reader(bytesOf(new Object[] {shared, shared}, shared, new Node(shared)));
        Object[] read = (Object[]) in.readObject();
        assertThat(read[0], sameInstance(read[1]));
        assertThat(in.readObject(), sameInstance(read[0]));
        assertThat(((Node) in.readObject()).value, sameInstance(read[0]));
    }

    @Test
    public void laterChangesAreNotSeen() throws Exception {
        Node node = new Node("before");
        ObjectInputStream in = afterWriting(out -> {
            out.writeObject(node);
            node.value = "after";
            out.writeObject(node);
        });
        Node first = (Node) in.readObject();
        assertThat(in.readObject(), sameInstance(first));
        assertThat(first.value, is("before"));
    }

    @Test
    public void rings() throws Exception {
        Node first = new Node(1);
        first.next = new Node(2);
        first.next.next = new Node(first);
        first.next.next.next = first;
        Node read = copy(first);
        assertThat(read.next.next.next, sameInstance(read));
        assertThat(read.next.next.value, sameInstance(read));
    }

    @Test
    public void arrayThatHoldsItself() throws Exception {
        Object[] array = new Object[3];
        array[0] = array;
        array[2] = new Object[] {array};
        Object[] read = copy(array);
        assertThat(read[0], sameInstance(read));
        assertThat(((Object[]) read[2])[0], sameInstance(read));
    }

    @Test
    public void equalObjectsStayTwo() throws Exception {
        Object[] read = copy(new Object[] {List.of(1), List.of(1), new Node(1), new Node(1)});
        assertThat(read[0], not(sameInstance(read[1])));
        assertThat(read[2], not(sameInstance(read[3])));
    }

    @Test
    public void hashCodeAndEqualsOfObjectsAreNotAsked() throws Exception {
        Object[] read = copy(new Object[] {new Touchy(), new Touchy()});
        assertThat(read[0] == read[1], is(false));
    }

    static class Touchy implements Serializable {
        @Override
        public int hashCode() {
            throw new AssertionError("hashCode");
        }

        @Override
        public boolean equals(Object other) {
            throw new AssertionError("equals");
        }
    }

    @Test
    public void primitiveArrays() throws Exception {
        for (int n : new int[] {0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 255, 256, 1000, 1023, 1024, 1025, 4097, 70_000}) {
            boolean[] booleans = new boolean[n];
            byte[] bytes = new byte[n];
            char[] chars = new char[n];
            short[] shorts = new short[n];
            int[] ints = new int[n];
            long[] longs = new long[n];
            float[] floats = new float[n];
            double[] doubles = new double[n];
            for (int i = 0; i < n; i++) {
                booleans[i] = i % 3 == 0;
                bytes[i] = (byte) (i * 37);
                chars[i] = (char) (i * 377);
                shorts[i] = (short) (i * 377);
                ints[i] = i * 0x01234567;
                longs[i] = i * 0x0123456789abcdefL;
                floats[i] = i * 1.1f;
                doubles[i] = i / 7.0;
            }
            Object[] read = copy(new Object[] {booleans, bytes, chars, shorts, ints, longs, floats, doubles});
            assertArrayEquals(new Object[] {booleans, bytes, chars, shorts, ints, longs, floats, doubles}, read);
            assertArrayEquals(bytes, copy(bytes));
            assertArrayEquals(doubles, copy(doubles), 0);
        }
    }

    @Test
    public void arraysOfArrays() throws Exception {
        int[][][] cube = {{{1, 2}, {}, null}, {}, null, {{3}}};
        assertArrayEquals(cube, copy(cube));
        Object[] mixed = {new Object[] {1, "a", null}, new String[][] {{"b"}, null}, new Number[] {1, 2.5},
            new int[0], new Object[0][0], new Serializable[] {new int[] {4}}};
        Object[] read = copy(mixed);
        assertArrayEquals(mixed, read);
        assertThat(read[1].getClass(), is((Object) String[][].class));
        assertThat(read[2].getClass(), is((Object) Number[].class));
        assertThat(read[4].getClass(), is((Object) Object[][].class));
        int[] row = {1, 2, 3};
        int[][] rows = copy(new int[][] {row, row, row.clone()});
        assertThat(rows[0], sameInstance(rows[1]));
        assertThat(rows[0], not(sameInstance(rows[2])));
    }

    @Test
    public void unsharedIsWrittenAnew() throws Exception {
        Node node = new Node("value");
        ObjectInputStream in = afterWriting(out -> {
            out.writeUnshared(node);
            out.writeUnshared(node);
            out.writeObject(node);
            out.writeObject(node);
        });
        Object first = in.readObject();
        Object second = in.readObject();
        Object third = in.readObject();
        assertThat(first, not(sameInstance(second)));
        assertThat(second, not(sameInstance(third)));
        assertThat(in.readObject(), sameInstance(third));
    }

    /** This holds for the object itself only. The objects that it refers to are shared as before. */
    @Test
    public void partsOfUnsharedAreShared() throws Exception {
        Node part = new Node("part");
        ObjectInputStream in = afterWriting(out -> {
            out.writeUnshared(new Node(part));
            out.writeUnshared(new Node(part));
        });
        Object first = ((Node) in.readUnshared()).value;
        assertThat(((Node) in.readUnshared()).value, sameInstance(first));
    }

    @Test
    public void readUnsharedOfWhatIsReferredToAgain() throws Exception {
        Node node = new Node("value");
        ObjectInputStream in = reader(bytesOf(node, node, "next"));
        assertThat(((Node) in.readUnshared()).value, is("value"));
        assertThrows(InvalidObjectException.class, in::readObject);
        assertThat(in.readObject(), is("next"));
    }

    @Test
    public void readUnsharedOfWhatWasReadBefore() throws Exception {
        Node node = new Node("value");
        ObjectInputStream in = reader(bytesOf(node, node, "next"));
        in.readObject();
        assertThrows(InvalidObjectException.class, in::readUnshared);
        assertThat(in.readObject(), is("next"));
    }

    @Test
    public void readUnsharedOfSpecialObjects() throws Exception {
        String text = "text";
        ObjectInputStream in = reader(bytesOf(text, null, Thread.State.NEW, String.class, text));
        assertThat(in.readUnshared(), is("text"));
        assertThat(in.readUnshared(), nullValue());
        assertThat(in.readUnshared(), sameInstance(Thread.State.NEW));
        assertThat(in.readUnshared(), is(String.class));
        assertThrows(InvalidObjectException.class, in::readUnshared);
    }

    @Test
    public void unsharedEnumsAndClassesStayTheOnes() throws Exception {
        ObjectInputStream in = afterWriting(out -> {
            out.writeUnshared(Thread.State.NEW);
            out.writeUnshared(String.class);
            out.writeUnshared(new int[] {1});
            out.writeUnshared("text");
            out.writeUnshared(null);
        });
        assertThat(in.readObject(), sameInstance(Thread.State.NEW));
        assertThat(in.readObject(), is(String.class));
        assertThat(((int[]) in.readUnshared())[0], is(1));
        assertThat(in.readUnshared(), is("text"));
        assertThat(in.readUnshared(), nullValue());
    }

    @Test
    public void resetForgetsObjects() throws Exception {
        Node node = new Node("before");
        ObjectInputStream in = afterWriting(out -> {
            out.writeObject(node);
            out.writeInt(1);
            node.value = "after";
            out.reset();
            out.writeObject(node);
            out.reset();
            out.reset();
            out.writeInt(2);
            out.writeObject("text");
            out.reset();
        });
        Node first = (Node) in.readObject();
        assertThat(in.readInt(), is(1));
        Node second = (Node) in.readObject();
        assertThat(first, not(sameInstance(second)));
        assertThat(first.value, is("before"));
        assertThat(second.value, is("after"));
        assertThat(in.readInt(), is(2));
        assertThat(in.readObject(), is("text"));
        assertThat(in.read(), is(-1));
    }

    static class Resets implements Serializable {
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.reset();
        }
    }

    @Test
    public void resetInsideAnObject() throws Exception {
        IOException failure = failureToWrite(IOException.class, new Resets());
        assertThat(failure.getMessage(), is("stream active"));
    }

    @Test
    public void manyResets() throws Exception {
        int n = 2000;
        ObjectInputStream in = afterWriting(out -> {
            for (int i = 0; i < n; i++) {
                out.writeObject(new Node(i));
                out.reset();
            }
        });
        for (int i = 0; i < n; i++) {
            assertThat(((Node) in.readObject()).value, is(i));
        }
    }

    @Test
    public void manyObjects() throws Exception {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            Node node = new Node(i % 3 == 0 ? null : nodes.get(i / 2));
            node.next = i % 5 == 0 ? null : nodes.get(0);
            nodes.add(node);
        }
        List<Node> read = copy(nodes);
        Map<Node, Integer> places = new IdentityHashMap<>();
        for (int i = 0; i < read.size(); i++) {
            places.put(read.get(i), i);
        }
        for (int i = 0; i < nodes.size(); i++) {
            if (i % 3 != 0) {
                assertThat(places.get(read.get(i).value), is(i / 2));
            }
        }
    }

    @Test
    public void aFewHundredDeep() throws Exception {
        assertThat(length(copy(list(500))), is(500));
    }

    @Test
    @Deadline(60)
    public void aMillionDeep() throws Exception {
        assumeAbleTo(Streams.Ability.DEEP_GRAPHS);
        assertThat(length(copy(list(1_000_000))), is(1_000_000));
    }

    private static Node list(int length) {
        Node first = null;
        for (int i = 0; i < length; i++) {
            Node node = new Node(null);
            node.next = first;
            first = node;
        }
        return first;
    }

    private static int length(Node first) {
        int length = 0;
        for (Node node = first; node != null; node = node.next) {
            length++;
        }
        return length;
    }
}
