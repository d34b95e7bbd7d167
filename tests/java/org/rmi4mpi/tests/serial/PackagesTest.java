package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import org.junit.Test;

/** Superclasses of another package: their private and package-private methods are neither called nor inherited. */
public class PackagesTest extends StreamContract {
    private static final String CHILD = "class A extends other.B implements Serializable {"
            + "public A() { super(1); } public String toString() { return \"child\"; } }";

    private Object through(String parent) throws Exception {
        Version version = Version.of("package other; class B " + parent, CHILD);
        return reader(bytesOf(version.make("A")), ReaderHooks.loading(version)).readObject();
    }

    private void fails(String parent) throws Exception {
        Version version = Version.of("package other; class B " + parent, CHILD);
        ObjectInputStream in = reader(bytesOf(version.make("A")), ReaderHooks.loading(version));
        InvalidClassException failure = assertThrows(InvalidClassException.class, in::readObject);
        assertThat(failure.getMessage(), containsString("no valid constructor"));
    }

    @Test
    public void constructorOfASuperclassIsOneThatTheSubclassCouldCall() throws Exception {
        assertThat(through("{ public B() {} public B(int i) {} }").toString(), is("child"));
        assertThat(through("{ protected B() {} public B(int i) {} }").toString(), is("child"));
        fails("{ B() {} public B(int i) {} }");
        fails("{ private B() {} public B(int i) {} }");
    }

    @Test
    public void replacementIsOneThatTheSubclassCouldCall() throws Exception {
        String methods = "implements Serializable { public B(int i) {} %s Object writeReplace() { return \"w\"; } }";
        assertThat(through(String.format(methods, "public")).toString(), is("w"));
        assertThat(through(String.format(methods, "protected")).toString(), is("w"));
        assertThat(through(String.format(methods, "")).toString(), is("child"));
        assertThat(through(String.format(methods, "private")).toString(), is("child"));
        methods = "implements Serializable { public B(int i) {} %s Object readResolve() { return \"r\"; } }";
        assertThat(through(String.format(methods, "protected")).toString(), is("r"));
        assertThat(through(String.format(methods, "")).toString(), is("child"));
        assertThat(through(String.format(methods, "private")).toString(), is("child"));
    }

    @Test
    public void privateHooksOfBothRun() throws Exception {
        Version version = Version.of("package other; class B implements Serializable { protected transient int b;"
                + "private void readObject(ObjectInputStream in) { b = 5; } }",
                "class A extends other.B { private transient int a; private void readObject(ObjectInputStream in)"
                        + "{ a = 10 * b; } public String toString() { return a + \" \" + b; } }");
        Object read = reader(bytesOf(version.make("A")), ReaderHooks.loading(version)).readObject();
        assertThat(read.toString(), is("50 5"));
    }

    @Test
    public void classesThatAreNotPublic() throws Exception {
        Version version = Version.of("class A implements Serializable { Object b = new Hidden(4);"
                + "private static final class Hidden implements Serializable { private final int i;"
                + "private Hidden(int i) { this.i = i; } }"
                + "public String toString() { return \"\" + ((Hidden) b).i; } }");
        Object read = reader(bytesOf(version.make("A")), ReaderHooks.loading(version)).readObject();
        assertThat(read.toString(), is("4"));
    }
}
