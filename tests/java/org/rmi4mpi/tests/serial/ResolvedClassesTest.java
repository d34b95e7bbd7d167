package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.io.StreamCorruptedException;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.rmi4mpi.tests.serial.SubclassHooksTest.Node;
import org.rmi4mpi.tests.serial.SubclassHooksTest.Stub;

/** A program's subclass of the streams annotates and resolves classes. */
public class ResolvedClassesTest extends StreamContract {
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

    private byte[] annotatedTo(int depth) throws Exception {
        WriterHooks writer = new WriterHooks() {
            @Override
            void annotateClass(ObjectOutputStream out, Class<?> type) throws IOException {
                if (type.getName().lastIndexOf('[') < depth) {
                    out.writeObject(Array.newInstance(type, 0));
                }
            }
        };
        return written(writer, out -> out.writeObject(new int[0]));
    }

    @Test
    public void annotationsMayHaveClassesWithAnnotations() throws Exception {
        assertThat(read(annotatedTo(10)), is(new int[0]));
    }

    @Test
    public void annotationsWithinAnnotationsAreLimited() throws Exception {
        assumeAbleTo(Streams.Ability.HOSTILE_INPUT);
        byte[] bytes = annotatedTo(100);
        assertThrows(StreamCorruptedException.class, () -> read(bytes));
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
