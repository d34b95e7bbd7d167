package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.Test;

/** A program's subclass of the streams replaces objects. */
public class SubclassHooksTest extends StreamContract {
    static class Node implements Serializable {
        Object value;
        Object other;

        Node(Object value, Object other) {
            this.value = value;
            this.other = other;
        }
    }

    /** Not serializable. Like an exported remote object, it is replaced before this is checked. */
    static class Unwritable {}

    static class Stub implements Serializable {
        final String of;

        Stub(String of) {
            this.of = of;
        }
    }

    private static WriterHooks stubs(List<Object> seen) {
        return new WriterHooks() {
            @Override
            Object replaceObject(Object object) {
                seen.add(object);
                return object instanceof Unwritable ? new Stub("unwritable") : object;
            }
        };
    }

    @Test
    public void replaceObjectMakesAnythingWritable() throws Exception {
        List<Object> seen = new ArrayList<>();
        Unwritable unwritable = new Unwritable();
        byte[] bytes = written(stubs(seen), out -> out.writeObject(new Node(unwritable, new Object[] {unwritable})));
        Node read = (Node) read(bytes);
        assertThat(((Stub) read.value).of, is("unwritable"));
        assertThat(((Object[]) read.other)[0], sameInstance(read.value));
        assertThat("asked once for each object", seen.stream().filter(o -> o == unwritable).count(), is(1L));
    }

    @Test
    public void replaceObjectSeesEveryObject() throws Exception {
        List<Object> seen = new ArrayList<>();
        int[] ints = {1};
        Node node = new Node("text", ints);
        written(stubs(seen), out -> {
            out.writeObject(node);
            out.writeObject(Thread.State.NEW);
            out.writeObject(7);
            out.writeObject(null);
            out.writeObject(node);
        });
        assertThat(seen.get(0), sameInstance(node));
        assertThat(seen, hasItem("text"));
        assertThat(seen, hasItem(sameInstance(ints)));
        assertThat(seen, hasItem(Thread.State.NEW));
        assertThat(seen, hasItem(7));
        assertThat("nor null, nor what was written already", seen.size(), is(5));
    }

    @Test
    public void replaceObjectIsNotCalledUnlessEnabled() throws Exception {
        WriterHooks hooks = new WriterHooks() {
            @Override
            boolean replaces() {
                return false;
            }

            @Override
            Object replaceObject(Object object) {
                throw new AssertionError("not enabled");
            }
        };
        assertThat(((Node) read(written(hooks, out -> out.writeObject(new Node(1, 2))))).value, is(1));
        assertThrows(NotSerializableException.class,
                () -> written(hooks, out -> out.writeObject(new Unwritable())));
    }

    static class ReplacesItself implements Serializable {
        private Object writeReplace() {
            return "by itself";
        }
    }

    @Test
    public void replaceObjectComesAfterWriteReplace() throws Exception {
        List<Object> seen = new ArrayList<>();
        Object read = read(written(stubs(seen), out -> out.writeObject(new ReplacesItself())));
        assertThat(read, is("by itself"));
        assertThat(seen, contains((Object) "by itself"));
    }

    @Test
    public void replaceObjectByNull() throws Exception {
        WriterHooks hooks = new WriterHooks() {
            @Override
            Object replaceObject(Object object) {
                return "drop".equals(object) ? null : object;
            }
        };
        Node read = (Node) read(written(hooks, out -> out.writeObject(new Node("drop", "keep"))));
        assertThat(read.value, nullValue());
        assertThat(read.other, is("keep"));
    }

    @Test
    public void replaceObjectOfArraysAndStrings() throws Exception {
        WriterHooks hooks = new WriterHooks() {
            @Override
            Object replaceObject(Object object) {
                return object instanceof String text ? text.toUpperCase(Locale.ROOT)
                        : object instanceof int[] ? new long[] {9} : object;
            }
        };
        Node read = (Node) read(written(hooks, out -> out.writeObject(new Node("text", new int[] {1}))));
        assertThat(read.value, is("TEXT"));
        assertThat(((long[]) read.other)[0], is(9L));
    }

    static class Typed implements Serializable {
        String text = "text";
    }

    @Test
    public void replacementThatDoesNotFitItsField() throws Exception {
        WriterHooks hooks = new WriterHooks() {
            @Override
            Object replaceObject(Object object) {
                return object instanceof String ? 5 : object;
            }
        };
        byte[] bytes = written(hooks, out -> out.writeObject(new Typed()));
        failureToRead(ClassCastException.class, bytes);
    }

    @Test
    public void replaceObjectThatFails() throws Exception {
        WriterHooks hooks = new WriterHooks() {
            @Override
            Object replaceObject(Object object) throws IOException {
                throw new IOException("not this one");
            }
        };
        IOException failure = assertThrows(IOException.class, () -> written(hooks, out -> out.writeObject("a")));
        assertThat(failure.getMessage(), is("not this one"));
    }

    @Test
    public void resolveObjectSeesEveryObjectAfterItsParts() throws Exception {
        List<Object> seen = new ArrayList<>();
        ReaderHooks hooks = new ReaderHooks() {
            @Override
            Object resolveObject(Object object) {
                seen.add(object instanceof Node ? "node" : object);
                return object;
            }
        };
        reader(bytesOf(new Node("a", "b")), hooks).readObject();
        assertThat(seen, anyOf(contains("a", "b", "node"), contains("b", "a", "node")));
    }

    /**
     * This includes objects that are nested so deeply that they are written later. Those cannot be replaced any more.
     */
    @Test
    public void resolveObjectSeesWholeObjectsHoweverDeep() throws Exception {
        Node deep = new Node("end", "of all");
        for (int i = 0; i < 300; i++) {
            deep = new Node(deep, "other");
        }
        byte[] bytes = bytesOf(deep);
        int[] seen = new int[1];
        reader(bytes, new ReaderHooks() {
            @Override
            Object resolveObject(Object object) {
                if (object instanceof Node node) {
                    assertThat(node.value, notNullValue());
                    assertThat(node.other, notNullValue());
                    seen[0]++;
                }
                return object;
            }
        }).readObject();
        assertThat(seen[0], is(301));
        ObjectInputStream in = reader(bytes, new ReaderHooks() {
            @Override
            Object resolveObject(Object object) {
                return object instanceof Node ? "replaced" : object;
            }
        });
        if (streams instanceof ArrayCopyStreams) {
            assertThrows(java.io.InvalidObjectException.class, in::readObject);
        } else {
            in.readObject();
        }
    }

    @Test
    public void resolveObjectPutsAnotherInPlace() throws Exception {
        ReaderHooks hooks = new ReaderHooks() {
            @Override
            Object resolveObject(Object object) {
                return object instanceof Stub stub ? "resolved " + stub.of : object;
            }
        };
        Stub stub = new Stub("one");
        Node read = (Node) reader(bytesOf(new Node(stub, new Object[] {stub})), hooks).readObject();
        assertThat(read.value, is("resolved one"));
        assertThat(((Object[]) read.other)[0], sameInstance(read.value));
    }

    @Test
    public void resolveObjectIsNotCalledUnlessEnabled() throws Exception {
        ReaderHooks hooks = new ReaderHooks() {
            @Override
            boolean resolves() {
                return false;
            }

            @Override
            Object resolveObject(Object object) {
                throw new AssertionError("not enabled");
            }
        };
        assertThat(((Node) reader(bytesOf(new Node(1, null)), hooks).readObject()).value, is(1));
    }

    static class ResolvesItself implements Serializable {
        private Object readResolve() {
            return "by readResolve";
        }
    }

    @Test
    public void resolveObjectComesAfterReadResolve() throws Exception {
        List<Object> seen = new ArrayList<>();
        ReaderHooks hooks = new ReaderHooks() {
            @Override
            Object resolveObject(Object object) {
                seen.add(object);
                return object;
            }
        };
        reader(bytesOf(new ResolvesItself()), hooks).readObject();
        assertThat(seen, contains((Object) "by readResolve"));
    }
}
