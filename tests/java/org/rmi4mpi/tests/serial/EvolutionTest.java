package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import org.junit.Test;

/** The two sides have a class in different versions. */
public class EvolutionTest extends StreamContract {
    private static final String UID = "private static final long serialVersionUID = 1; ";

    /**
     * Returns the object that the newer version reads from the bytes of the older one. Asserts that the stream
     * continues after it.
     */
    private Object evolve(Version older, Version newer, String type) throws Exception {
        ObjectInputStream in = reader(bytesOf(older.make(type), "next"), ReaderHooks.loading(newer));
        Object read = in.readObject();
        assertThat(in.readObject(), is("next"));
        return read;
    }

    private Object evolve(String older, String newer) throws Exception {
        return evolve(Version.of(older), Version.of(newer), "A");
    }

    private <E extends Throwable> E failure(Class<E> expected, String older, String newer) throws Exception {
        ObjectInputStream in = reader(bytesOf(Version.of(older).make("A")), ReaderHooks.loading(Version.of(newer)));
        return assertThrows(expected, in::readObject);
    }

    private static String type(String members) {
        return "class A implements Serializable { " + UID + members + " }";
    }

    @Test
    public void fieldsAreAddedAndRemoved() throws Exception {
        Object read = evolve(
                type("int kept = 1; long removed = 2; String also = \"x\"; Object[] array = {3}; double last = 4;"),
                type("int added = 8; int kept; String alsoAdded = \"y\"; double last; boolean truth = true;"
                        + "public String toString() { return added + \" \" + kept + \" \" + alsoAdded + \" \" + last"
                        + " + \" \" + truth; }"));
        assertThat(read.toString(), is("0 1 null 4.0 false"));
    }

    @Test
    public void fieldsAreReordered() throws Exception {
        Object read = evolve(type("int a = 1; String b = \"b\"; int c = 3; byte d = 4;"),
                type("byte d; int c; String b; int a; public String toString() { return a + b + c + d; }"));
        assertThat(read.toString(), is("1b34"));
    }

    @Test
    public void removedFieldHoldsWhatIsReferredToLater() throws Exception {
        Object read = evolve(type("Object a = new int[] {7}; Object b = a;"),
                type("int[] b; public String toString() { return \"\" + b[0]; }"));
        assertThat(read.toString(), is("7"));
    }

    @Test
    public void fieldBecomesTransientOrStatic() throws Exception {
        Object read = evolve(type("int a = 1; int b = 2; int c = 3;"),
                type("transient int a; static int b; int c; public String toString() { return a + \" \" + b + c; }"));
        assertThat(read.toString(), is("0 03"));
    }

    @Test
    public void primitiveFieldOfAnotherType() throws Exception {
        InvalidClassException failure = failure(InvalidClassException.class, type("int a = 1;"), type("long a;"));
        assertThat(failure.getMessage(), containsString("incompatible types for field a"));
        assertThat(failure.classname, is("evolving.A"));
        failure(InvalidClassException.class, type("Integer a = 1;"), type("int a;"));
        failure(InvalidClassException.class, type("int a = 1;"), type("Integer a;"));
    }

    @Test
    public void referenceFieldOfAnotherType() throws Exception {
        Object read = evolve(type("String a = \"text\";"),
                type("Object a; public String toString() { return \"\" + a; }"));
        assertThat(read.toString(), is("text"));
        read = evolve(type("Object a = \"text\";"), type("String a; public String toString() { return a; }"));
        assertThat(read.toString(), is("text"));
        read = evolve(type("Integer a;"), type("String a; public String toString() { return a; }"));
        assertThat(read.toString() == null, is(true));
    }

    @Test
    public void referenceThatDoesNotFitItsNewField() throws Exception {
        failure(ClassCastException.class, type("Object a = 5;"), type("String a;"));
    }

    @Test
    public void anotherSerialVersionUid() throws Exception {
        InvalidClassException failure = failure(InvalidClassException.class,
                "class A implements Serializable { private static final long serialVersionUID = 11; }",
                "class A implements Serializable { private static final long serialVersionUID = 22; }");
        assertThat(failure.classname, is("evolving.A"));
        assertThat(failure.getMessage(), containsString("11"));
        assertThat(failure.getMessage(), containsString("22"));
    }

    @Test
    public void computedSerialVersionUid() throws Exception {
        failure(InvalidClassException.class, "class A implements Serializable { int a; }",
                "class A implements Serializable { int a; int b; }");
        evolve("class A implements Serializable { int a; }", "class A implements Serializable { int a; }");
    }

    @Test
    public void classIsNoLongerSerializable() throws Exception {
        InvalidClassException failure =
                failure(InvalidClassException.class, type("int a;"), "class A { int a; }");
        assertThat(failure.classname, is("evolving.A"));
    }

    @Test
    public void classBecomesExternalizable() throws Exception {
        String external = "class A implements Externalizable { " + UID + "public A() {}"
                + "public void writeExternal(ObjectOutput out) {} public void readExternal(ObjectInput in) {} }";
        failure(InvalidClassException.class, type("int a;"), external);
        failure(InvalidClassException.class, external, type("int a;"));
    }

    @Test
    public void hooksAreAddedAndRemoved() throws Exception {
        String hooks = "private void writeObject(ObjectOutputStream out) throws IOException {"
                + "out.defaultWriteObject(); out.writeObject(\"optional\"); out.writeInt(7); }";
        assertThat(evolve(type("int a = 1; " + hooks), type("int a; public String toString() { return \"\" + a; }"))
                .toString(), is("1"));
        assertThat(evolve(type("int a = 1;"), type("int a; transient String how; "
                + "private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {"
                + "in.defaultReadObject(); try { in.readObject(); } catch (OptionalDataException e) {"
                + "how = \"end \" + e.eof; } } public String toString() { return a + how; }")).toString(),
                is("1end true"));
    }

    @Test
    public void getFieldKnowsWhatIsDefaulted() throws Exception {
        Object read = evolve(type("int kept = 1; int removed = 2;"),
                type("private static final ObjectStreamField[] serialPersistentFields = {"
                        + "new ObjectStreamField(\"kept\", int.class), new ObjectStreamField(\"added\", int.class),"
                        + "new ObjectStreamField(\"text\", String.class) };"
                        + "transient String how; private void readObject(ObjectInputStream in) throws Exception {"
                        + "ObjectInputStream.GetField f = in.readFields();"
                        + "how = f.get(\"kept\", 9) + \" \" + f.get(\"added\", 9) + \" \" + f.get(\"text\", \"nine\")"
                        + "+ f.defaulted(\"kept\") + f.defaulted(\"added\") + f.defaulted(\"text\")"
                        + "+ f.get(\"removed\", 8); }"
                        + "public String toString() { return how; }"));
        assertThat(read.toString(), is("1 9 ninefalsetruetrue2"));
    }

    /** Hooks, and descriptions within a message, see the class as its writer had it. */
    @Test
    public void descriptionsAreTheWritersOwn() throws Exception {
        Version older = Version.of(type("int kept = 1; String removed = \"text\";"));
        Version newer = Version.of(type("int kept; int added;"
                + "transient String how; private void readObject(ObjectInputStream in) throws Exception {"
                + "ObjectStreamClass c = in.readFields().getObjectStreamClass();"
                + "how = Arrays.toString(c.getFields()) + c.getField(\"added\") + (c.forClass() == getClass()); }"
                + "public String toString() { return how; }"));
        ObjectStreamClass written = ObjectStreamClass.lookup(older.type("A"));
        ObjectInputStream in = reader(bytesOf(older.make("A"), written), ReaderHooks.loading(newer));
        assertThat(in.readObject().toString(), is("[I kept, Ljava/lang/String; removed]nulltrue"));
        ObjectStreamClass read = (ObjectStreamClass) in.readObject();
        assertThat(read.getField("removed").getTypeString(), is("Ljava/lang/String;"));
        assertThat(read.forClass() == newer.type("A"), is(true));
    }

    private static final String PARENT = "class P implements Serializable { " + UID + "String p = \"p\"; %s }";
    private static final String WITH = "class A extends P { " + UID + "int a = 1; %s }";

    @Test
    public void superclassIsAdded() throws Exception {
        String hook = "transient String how = \"unset\"; private void readObjectNoData() { how = \"no data\"; }";
        Object read = evolve(Version.of(type("int a = 1;")), Version.of(String.format(PARENT, hook),
                String.format(WITH, "public String toString() { return a + p + how; }")), "A");
        assertThat(read.toString(), is("1nullno data"));
    }

    @Test
    public void superclassWhoseReadObjectNoDataFails() throws Exception {
        String hook = "private void readObjectNoData() throws ObjectStreamException {"
                + "throw new InvalidObjectException(\"data needed\"); }";
        Version newer = Version.of(String.format(PARENT, hook), String.format(WITH, ""));
        ObjectInputStream in =
                reader(bytesOf(Version.of(type("int a = 1;")).make("A")), ReaderHooks.loading(newer));
        assertThat(assertThrows(InvalidObjectException.class, in::readObject).getMessage(), is("data needed"));
    }

    @Test
    public void superclassIsRemoved() throws Exception {
        Version older = Version.of(String.format(PARENT, "int q = 2; private void writeObject(ObjectOutputStream out)"
                + "throws IOException { out.defaultWriteObject(); out.writeObject(\"lost\"); }"),
                String.format(WITH, ""));
        Version newer = Version.of("class P {}", type("int a; public String toString() { return \"\" + a; }"));
        assertThat(evolve(older, newer, "A").toString(), is("1"));
    }

    @Test
    public void hierarchyIsChangedInTheMiddle() throws Exception {
        String a = "class A extends %s { " + UID + "int a = 1; public String toString() { return a + s(); } }";
        String b = "class B extends C { " + UID + "int b = 2; String s() { return b + super.s(); } }";
        String c = "class C implements Serializable { " + UID + "int c = 3; String s() { return \"c\" + c; } }";
        Version withB = Version.of(String.format(a, "B"), b, c);
        Version withoutB = Version.of(String.format(a, "C"), b, c);
        assertThat(evolve(withB, withoutB, "A").toString(), is("1c3"));
        assertThat(evolve(withoutB, withB, "A").toString(), is("10c3"));
    }

    @Test
    public void enumConstants() throws Exception {
        assertThat(evolve("enum A {ONE, TWO}", "enum A {ZERO, TWO, ONE; int added = 1;}").toString(), is("ONE"));
        InvalidObjectException failure =
                failure(InvalidObjectException.class, "enum A {ONE, TWO}", "enum A {TWO}");
        assertThat(failure.getMessage(), containsString("ONE"));
        assertThat(failure.getMessage(), containsString("evolving.A"));
    }

    @Test
    public void enumAndClass() throws Exception {
        failure(InvalidClassException.class, "enum A {ONE}", "class A implements Serializable {}");
        failure(InvalidClassException.class, type(""), "enum A {ONE}");
    }

    private static final String RECORD = "record A(%s) implements Serializable { public A() { this(%s); } }";

    @Test
    public void componentsAreAddedAndRemoved() throws Exception {
        assertThat(evolve(String.format(RECORD, "int a, String b, long c", "1, \"b\", 3"),
                String.format(RECORD, "long added, String b, Object o, int a, boolean t", "0, null, null, 0, true"))
                .toString(), is("A[added=0, b=b, o=null, a=1, t=false]"));
        failure(InvalidClassException.class, String.format(RECORD, "int a", "1"), String.format(RECORD, "long a", "1"));
    }

    /** For records, serialVersionUIDs do not have to match. */
    @Test
    public void recordOfAnotherVersion() throws Exception {
        String uid = "record A(int a) implements Serializable { private static final long serialVersionUID = %s;"
                + "public A() { this(5); } }";
        assertThat(evolve(String.format(uid, 1), String.format(uid, 2)).toString(), is("A[a=5]"));
    }

    @Test
    public void classBecomesRecord() throws Exception {
        String record = "record A(int a, String b) implements Serializable { public A() { this(6, \"r\"); } }";
        assertThat(evolve("class A implements Serializable { private static final long serialVersionUID = 0;"
                + "int a = 7; String b = \"c\"; }", record).toString(), is("A[a=7, b=c]"));
        assertThat(evolve(record, "class A implements Serializable { private static final long serialVersionUID = 0;"
                + "int a; String b; public String toString() { return a + b; } }").toString(), is("6r"));
    }

    @Test
    public void classWithAHookBecomesRecord() throws Exception {
        Version older = Version.of("class A implements Serializable { private static final long serialVersionUID = 0;"
                + "int a = 7; String b = \"c\"; private void writeObject(ObjectOutputStream out) throws IOException {"
                + "out.defaultWriteObject(); out.writeInt(8); out.writeObject(this); } }");
        Version newer = Version.of("record A(String b, Object c, int a) implements Serializable {}");
        assertThat(reader(bytesOf(older.make("A")), ReaderHooks.loading(newer)).readObject().toString(),
                is("A[b=c, c=null, a=7]"));
    }

    @Test
    public void componentThatDoesNotFit() throws Exception {
        InvalidObjectException failure = failure(InvalidObjectException.class,
                String.format(RECORD, "Object a", "5"), "record A(String a) implements Serializable {}");
        assertThat(failure.getCause() instanceof ClassCastException, is(true));
        failure = failure(InvalidObjectException.class,
                String.format(RECORD, "Object a", "5"), "record A(String a, int b) implements Serializable {}");
        assertThat(failure.getCause() instanceof ClassCastException, is(true));
    }

    @Test
    public void manyObjectsOfAnotherVersion() throws Exception {
        Version older = Version.of(type("int a = 1; A next; Object more = \"more\"; static A chain(int n) {"
                + "A a = new A(); a.a = n; a.next = n > 0 ? chain(n - 1) : null; return a; }"));
        Version newer = Version.of(type("long added; A next; int a; public String toString() {"
                + "return a + \" \" + (next == null ? \"\" : next); }"));
        var chain = older.type("A").getDeclaredMethod("chain", int.class);
        chain.setAccessible(true);
        Object read = reader(bytesOf(chain.invoke(null, 5)), ReaderHooks.loading(newer)).readObject();
        assertThat(read.toString(), is("5 4 3 2 1 0 "));
    }
}
