package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;

/** Classes that only one side knows, or that both have by different loaders. */
public class LoadersTest extends StreamContract {
    private static final String A = "class A implements Serializable { public Object value; public int number = 1; }";
    private static final String B = "class B implements Serializable { public Object value; public int number = 2; }";

    static class Holder implements Serializable {
        Object unknown;
        String text = "text";
        Object after;
    }

    private static Object of(Version version, String type, Object value) throws Exception {
        Object object = version.make(type);
        object.getClass().getField("value").set(object, value);
        return object;
    }

    @Test
    public void classIsNotKnown() throws Exception {
        ObjectInputStream in = reader(bytesOf(Version.of(A).make("A"), "next"));
        ClassNotFoundException failure = assertThrows(ClassNotFoundException.class, in::readObject);
        assertThat(failure.getMessage(), containsString("evolving.A"));
        assertThat(in.readObject(), is("next"));
    }

    @Test
    public void classDeepInsideIsNotKnown() throws Exception {
        Holder holder = new Holder();
        holder.unknown = new Object[] {1, of(Version.of(A), "A", new Holder())};
        holder.after = "after";
        ObjectInputStream in = reader(bytesOf(holder, "next", new Holder()));
        assertThrows(ClassNotFoundException.class, in::readObject);
        assertThat(in.readObject(), is("next"));
        assertThat(((Holder) in.readObject()).text, is("text"));
    }

    @Test
    public void laterReferenceToWhatIsNotKnown() throws Exception {
        Object unknown = Version.of(A).make("A");
        ObjectInputStream in = reader(bytesOf(unknown, unknown, "next"));
        assertThrows(ClassNotFoundException.class, in::readObject);
        assertThrows(ClassNotFoundException.class, in::readObject);
        assertThat(in.readObject(), is("next"));
    }

    @Test
    public void partOfWhatIsNotKnownIsReferredToLater() throws Exception {
        Holder part = new Holder();
        ObjectInputStream in = reader(bytesOf(of(Version.of(A), "A", part), part));
        assertThrows(ClassNotFoundException.class, in::readObject);
        assertThat(((Holder) in.readObject()).text, is("text"));
    }

    @Test
    public void arrayOfAClassThatIsNotKnown() throws Exception {
        Class<?> type = Version.of(A).type("A");
        ObjectInputStream in = reader(bytesOf(java.lang.reflect.Array.newInstance(type, 3), type, "next"));
        assertThrows(ClassNotFoundException.class, in::readObject);
        assertThrows(ClassNotFoundException.class, in::readObject);
        assertThat(in.readObject(), is("next"));
    }

    @Test
    public void unknownEnumRecordAndProxy() throws Exception {
        Version version = Version.of("enum E {ONE}", "record R(int a) implements Serializable { R() { this(1); } }",
                "interface I {}");
        Object proxy = java.lang.reflect.Proxy.newProxyInstance(version, new Class<?>[] {version.type("I")},
                new ResolvedClassesTest.Handler());
        ObjectInputStream in = reader(bytesOf(version.make("E"), version.make("R"), proxy, "next"));
        assertThrows(ClassNotFoundException.class, in::readObject);
        assertThrows(ClassNotFoundException.class, in::readObject);
        assertThrows(ClassNotFoundException.class, in::readObject);
        assertThat(in.readObject(), is("next"));
    }

    /** If an element lacks a class, so does its collection, and so does the object that contains the collection. */
    @Test
    public void elementOfACollectionIsNotKnown() throws Exception {
        Object unknown = Version.of(A).make("A");
        List<Object> list = new ArrayList<>(List.of(1, unknown, 2));
        List<Object> collections = List.of(list, new HashSet<>(List.of(unknown)), new HashMap<>(Map.of("key", unknown)),
                new HashMap<>(Map.of(unknown, "value")), new LinkedList<>(List.of(unknown)),
                new ArrayList<>(List.of(list)));
        for (Object each : collections) {
            Holder holder = new Holder();
            holder.unknown = new Object[] {each};
            ObjectInputStream in = reader(bytesOf(each, holder, each, "next"));
            assertThrows(ClassNotFoundException.class, in::readObject);
            assertThrows(ClassNotFoundException.class, in::readObject);
            assertThrows(ClassNotFoundException.class, in::readObject);
            assertThat(in.readObject(), is("next"));
        }
    }

    static class Hooked implements Serializable {
        static int hooks;

        private void readObject(ObjectInputStream in) {
            hooks++;
        }
    }

    /**
     * Covers nodes that are nested so deeply that they are written later, before an object with a method of its own.
     */
    @Test
    public void classDeepBeforeAHookIsNotKnown() throws Exception {
        Object deep = Version.of(A).make("A");
        for (int i = 0; i < 300; i++) {
            deep = new Object[] {deep};
        }
        Object root = new Object[] {deep, null, new Hooked()};
        Hooked.hooks = 0;
        ObjectInputStream in = reader(bytesOf(root, root, "next"));
        assertThrows(ClassNotFoundException.class, in::readObject);
        assertThat(Hooked.hooks, is(1));
        assertThrows(ClassNotFoundException.class, in::readObject);
        assertThat(in.readObject(), is("next"));
    }

    static class AsksForFields implements Serializable {
        static boolean asks;

        Object unknown;
        int known = 3;

        private void readObject(ObjectInputStream in) throws Exception {
            ObjectInputStream.GetField fields = in.readFields();
            known = fields.get("known", 0);
            if (asks && Runtime.version().feature() >= 18) {
                assertThrows(ClassNotFoundException.class, () -> fields.get("unknown", "otherwise"));
            } else if (asks) {
                assertThat(fields.get("unknown", "otherwise"), nullValue());
            }
        }
    }

    /** The class is reported as missing when it is needed, and not before. */
    @Test
    public void classOfAGetFieldIsNotKnown() throws Exception {
        AsksForFields object = new AsksForFields();
        object.unknown = Version.of(A).make("A");
        byte[] bytes = bytesOf(object, "next");
        AsksForFields.asks = false;
        assertThat(((AsksForFields) read(bytes)).known, is(3));
        AsksForFields.asks = true;
        ObjectInputStream in = reader(bytes);
        assertThrows(ClassNotFoundException.class, in::readObject);
        assertThat(in.readObject(), is("next"));
    }

    /** Objects that a hook leaves unread may be of any class. */
    @Test
    public void unknownClassInDataThatNobodyReads() throws Exception {
        Object unknown = Version.of(A).make("A");
        OptionalDataTest.Scripted.writing = out -> out.writeObject(unknown);
        OptionalDataTest.Scripted.reading = in -> {};
        ObjectInputStream in = reader(bytesOf(new OptionalDataTest.Scripted(), "next"));
        assertThat(in.readObject(), instanceOf(OptionalDataTest.Scripted.class));
        assertThat(in.readObject(), is("next"));
    }

    @Test
    public void unknownClassInAFieldThatIsGone() throws Exception {
        Version older = Version.of("class H implements Serializable { private static final long serialVersionUID = 1;"
                + "Object gone = new A(); int kept = 3; }", A);
        Version newer = Version.of("class H implements Serializable { private static final long serialVersionUID = 1;"
                + "int kept; public String toString() { return \"\" + kept; } }");
        ObjectInputStream in = reader(bytesOf(older.make("H"), "next"), ReaderHooks.loading(newer));
        assertThat(in.readObject().toString(), is("3"));
        assertThat(in.readObject(), is("next"));
    }

    /** The hook may continue, but its object lacks a part all the same. */
    @Test
    public void hookCatchesClassNotFound() throws Exception {
        Object unknown = Version.of(A).make("A");
        OptionalDataTest.Scripted.writing = out -> {
            out.writeObject(unknown);
            out.writeInt(6);
        };
        OptionalDataTest.Scripted.reading = in -> {
            assertThrows(ClassNotFoundException.class, in::readObject);
            assertThat(in.readInt(), is(6));
        };
        ObjectInputStream in = reader(bytesOf(new OptionalDataTest.Scripted(), "next"));
        assertThrows(ClassNotFoundException.class, in::readObject);
        assertThat(in.readObject(), is("next"));
    }

    @Test
    public void classIsTheOneOfTheReadersLoader() throws Exception {
        Version writer = Version.of(A, B);
        Version reader = Version.of(A, B);
        Object read = reader(bytesOf(of(writer, "A", of(writer, "B", new Object[] {writer.make("B")}))),
                ReaderHooks.loading(reader)).readObject();
        assertThat(read.getClass(), sameInstance((Object) reader.type("A")));
        Object value = read.getClass().getField("value").get(read);
        assertThat(value.getClass(), sameInstance((Object) reader.type("B")));
    }

    /** Several classes of the same name occur in sequence. Nothing is cached by name alone. */
    @Test
    public void sameNameByManyLoaders() throws Exception {
        List<Class<?>> seen = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Version version = Version.of(A.replace("number = 1", "number = " + i).replace("{", "{ int f" + i + "; "));
            Object read = reader(bytesOf(version.make("A")), ReaderHooks.loading(version)).readObject();
            assertThat(read.getClass(), sameInstance((Object) version.type("A")));
            assertThat(read.getClass().getField("number").get(read), is(i));
            assertThat(seen.contains(read.getClass()), is(false));
            seen.add(read.getClass());
        }
    }

    /** Without a subclass of the stream, the nearest loader among the callers' finds the class. */
    @Test
    public void loaderOfTheCallerIsAsked() throws Exception {
        Version version = Version.of(A, "class Reads { public static Object read(ObjectInputStream in)"
                + "throws Exception { return in.readObject(); } }");
        ObjectInputStream in = reader(bytesOf(version.make("A")));
        Object read = version.type("Reads").getMethod("read", ObjectInputStream.class).invoke(null, in);
        assertThat(read.getClass(), sameInstance((Object) version.type("A")));
    }

    @Test
    public void resolvedClassOfAnotherKind() throws Exception {
        Version version = Version.of(A);
        ReaderHooks hooks = new ReaderHooks() {
            @Override
            Class<?> resolveClass(ObjectInputStream in, ObjectStreamClass description,
                    Usual<ObjectStreamClass> usual) {
                return int[].class;
            }
        };
        ObjectInputStream in = reader(bytesOf(version.make("A")), hooks);
        assertThrows(InvalidClassException.class, in::readObject);
    }

    @Test
    public void sameSimpleNameInAnotherPackage() throws Exception {
        Version version = Version.of("class Moved implements Serializable {"
                + "private static final long serialVersionUID = 9; int value = 5; }");
        ReaderHooks hooks = new ReaderHooks() {
            @Override
            Class<?> resolveClass(ObjectInputStream in, ObjectStreamClass description,
                    Usual<ObjectStreamClass> usual) {
                return Moved.class;
            }
        };
        Object read = reader(bytesOf(version.make("Moved")), hooks).readObject();
        assertThat(((Moved) read).value, is(5));
    }

    /** An unused loader is collected, with its classes. */
    @Test
    @Deadline(60)
    public void loadersAreNotKept() throws Exception {
        List<WeakReference<Version>> loaders = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Version version = Version.of(A, B);
            for (int times = 0; times < 30; times++) {
                reader(bytesOf(of(version, "A", version.make("B"))), ReaderHooks.loading(version)).readObject();
            }
            loaders.add(new WeakReference<>(version));
        }
        while (loaders.stream().filter(loader -> loader.get() != null).count() > 3) {
            System.gc();
            Thread.sleep(10);
        }
    }
}

class Moved implements Serializable {
    private static final long serialVersionUID = 9;
    int value;
}
