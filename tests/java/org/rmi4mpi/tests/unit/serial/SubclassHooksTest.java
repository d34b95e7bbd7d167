package org.rmi4mpi.tests.unit.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** What a program's subclass of the streams overrides. */
public class SubclassHooksTest extends StreamContract {
    static class Node implements Serializable {
        Object value;
        Object other;

        Node(Object value, Object other) {
            this.value = value;
            this.other = other;
        }
    }

    /** Not serializable: as an exported remote object, it is replaced before anyone asks. */
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
                return object instanceof String text ? text.toUpperCase()
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

    /** Annotations are read where the class is resolved, once for each class of the stream. */
    @Test
    public void classesAreAnnotated() throws Exception {
        List<Class<?>> annotated = new ArrayList<>();
        WriterHooks writer = new WriterHooks() {
            @Override
            void annotateClass(ObjectOutputStream out, Class<?> type) throws IOException {
                assertIsJdkStream(out);
                annotated.add(type);
                out.writeUTF("from " + type.getSimpleName());
                out.writeObject("an annotation");
            }
        };
        List<String> read = new ArrayList<>();
        ReaderHooks reader = new ReaderHooks() {
            @Override
            Class<?> resolveClass(ObjectInputStream in, ObjectStreamClass description,
                    Usual<ObjectStreamClass> usual) throws IOException, ClassNotFoundException {
                read.add(in.readUTF());
                in.readObject();
                return usual.apply(description);
            }
        };
        byte[] bytes = written(writer, out -> {
            out.writeObject(new Node(new Stub("a"), new Stub("b")));
            out.writeObject(new Stub("c"));
        });
        ObjectInputStream in = reader(bytes, reader);
        assertThat(((Stub) ((Node) in.readObject()).other).of, is("b"));
        assertThat(((Stub) in.readObject()).of, is("c"));
        assertThat(read, hasItem("from Node"));
        assertThat(read, hasItem("from Stub"));
        assertThat(annotated.stream().filter(type -> type == Stub.class).count(), is(1L));
    }

    @Test
    public void annotationsThatNobodyReadsAreSkipped() throws Exception {
        WriterHooks writer = new WriterHooks() {
            @Override
            void annotateClass(ObjectOutputStream out, Class<?> type) throws IOException {
                out.writeInt(4711);
                out.writeObject("annotation");
            }
        };
        byte[] bytes = written(writer, out -> out.writeObject(new Node("value", null)));
        assertThat(((Node) read(bytes)).value, is("value"));
    }

    static final class Handler implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return 7;
        }
    }

    interface Seven {
        int seven();
    }

    @Test
    public void proxyClassesAreAnnotatedAndResolved() throws Exception {
        Object proxy = Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Seven.class},
                new Handler());
        WriterHooks writer = new WriterHooks() {
            @Override
            void annotateProxyClass(ObjectOutputStream out, Class<?> type) throws IOException {
                assertThat(type, sameInstance((Object) proxy.getClass()));
                out.writeInt(12);
            }
        };
        Map<String, Integer> seen = new IdentityHashMap<>();
        ReaderHooks reader = new ReaderHooks() {
            @Override
            Class<?> resolveProxyClass(ObjectInputStream in, String[] interfaces, Usual<String[]> usual)
                    throws IOException, ClassNotFoundException {
                seen.put(interfaces[0].intern(), in.readInt());
                return usual.apply(interfaces);
            }
        };
        byte[] bytes = written(writer, out -> out.writeObject(proxy));
        assertThat(((Seven) reader(bytes, reader).readObject()).seven(), is(7));
        assertThat(seen.get(Seven.class.getName()), is(12));
    }

    @Test
    public void resolveClassIsToldNameVersionAndFields() throws Exception {
        List<ObjectStreamClass> seen = new ArrayList<>();
        ReaderHooks hooks = new ReaderHooks() {
            @Override
            Class<?> resolveClass(ObjectInputStream in, ObjectStreamClass description,
                    Usual<ObjectStreamClass> usual) throws IOException, ClassNotFoundException {
                seen.add(description);
                return usual.apply(description);
            }
        };
        reader(bytesOf(new Node(null, null)), hooks).readObject();
        ObjectStreamClass local = ObjectStreamClass.lookup(Node.class);
        assertThat(seen.get(0).getName(), is(Node.class.getName()));
        assertThat(seen.get(0).getSerialVersionUID(), is(local.getSerialVersionUID()));
    }

    static class Renamed implements Serializable {
        private static final long serialVersionUID = 5;
        int value = 1;
    }

    static class Successor implements Serializable {
        private static final long serialVersionUID = 5;
        int value = 2;
    }

    /** A class may be resolved to one of another name only where their simple names are the same. */
    @Test
    public void resolveClassToAnotherName() throws Exception {
        ReaderHooks hooks = new ReaderHooks() {
            @Override
            Class<?> resolveClass(ObjectInputStream in, ObjectStreamClass description, Usual<ObjectStreamClass> usual) {
                return Successor.class;
            }
        };
        ObjectInputStream in = reader(bytesOf(new Renamed()), hooks);
        assertThrows(java.io.InvalidClassException.class, in::readObject);
    }

    @Test
    public void resolveClassThatFindsNone() throws Exception {
        ReaderHooks hooks = new ReaderHooks() {
            @Override
            Class<?> resolveClass(ObjectInputStream in, ObjectStreamClass description,
                    Usual<ObjectStreamClass> usual) throws ClassNotFoundException {
                throw new ClassNotFoundException("hidden: " + description.getName());
            }
        };
        ObjectInputStream in = reader(bytesOf(new Stub("a"), "next"), hooks);
        ClassNotFoundException failure = assertThrows(ClassNotFoundException.class, in::readObject);
        assertThat(failure.getMessage(), is("hidden: " + Stub.class.getName()));
        assertThat(in.readObject(), is("next"));
    }
}
