package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notNullValue;
import static org.junit.Assert.assertThrows;
import static org.junit.Assume.assumeTrue;

import java.io.InvalidClassException;
import java.io.ObjectStreamClass;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** Two ranks that have a class in two versions. */
@RunWith(Parameterized.class)
public class DisagreementTest {
    private static final String ONE = "class A implements Serializable { public int a = 1; }";

    @Parameterized.Parameters(name = "{0}")
    public static Passage[] passages() {
        return new Passage[] {Passage.JDK, Passage.STREAMS, Passage.FIRST_MESSAGE};
    }

    @Parameterized.Parameter
    public Passage passage;

    private static String withVersion(long version, String body) {
        return "class A implements Serializable { private static final long serialVersionUID = " + version + "; " + body
                + " }";
    }

    private InvalidClassException disagreement(Version writer, Version reader) {
        return assertThrows(InvalidClassException.class, () -> passage.copy(writer.make("A"), reader));
    }

    private void saysBothVersions(InvalidClassException e, Version writer, Version reader) throws Exception {
        assertThat(e.getMessage(), containsString("evolving.A"));
        assertThat(e.getMessage(), containsString("" + versionOf(writer)));
        assertThat(e.getMessage(), containsString("" + versionOf(reader)));
    }

    private static long versionOf(Version version) throws Exception {
        return ObjectStreamClass.lookup(version.type("A")).getSerialVersionUID();
    }

    @Test
    public void oneMoreField() throws Exception {
        Version writer = Version.of(ONE);
        Version reader = Version.of("class A implements Serializable { public int a = 1; public int b = 2; }");
        saysBothVersions(disagreement(writer, reader), writer, reader);
        saysBothVersions(disagreement(reader, writer), reader, writer);
    }

    @Test
    public void declaredVersions() throws Exception {
        Version writer = Version.of(withVersion(1234, "int a;"));
        Version reader = Version.of(withVersion(5678, "int a;"));
        saysBothVersions(disagreement(writer, reader), writer, reader);
    }

    @Test
    public void versionOfASuperclass() throws Exception {
        String below = "class B extends A { private static final long serialVersionUID = 1; }";
        Version writer = Version.of(withVersion(1234, "int a;"), below);
        Version reader = Version.of(withVersion(5678, "int a;"), below);
        saysBothVersions(assertThrows(InvalidClassException.class, () -> passage.copy(writer.make("B"), reader)),
                writer,
                reader);
    }

    @Test
    public void typeOfAField() throws Exception {
        InvalidClassException e = disagreement(Version.of(withVersion(1, "int field;")),
                Version.of(withVersion(1, "long field;")));
        assertThat(e.getMessage(), containsString("evolving.A"));
        assertThat(e.getMessage(), containsString("field"));
    }

    @Test
    public void externalizableThereAndNotHere() throws Exception {
        InvalidClassException e = disagreement(Version.of(withVersion(1, "int a;")), Version.of(
                "class A implements Externalizable { private static final long serialVersionUID = 1; public A() {}"
                        + " public void writeExternal(ObjectOutput out) {} public void readExternal(ObjectInput in) {} }"));
        assertThat(e.getMessage(), containsString("evolving.A"));
    }

    @Test
    public void enumThereAndNotHere() throws Exception {
        assumeTrue("the JDK does not name it", passage != Passage.JDK);
        InvalidClassException e = disagreement(Version.of("enum A {X}"), Version.of(withVersion(1, "int a;")));
        assertThat(e.getMessage(), containsString("evolving.A"));
    }

    /** The message names the ranks, since there are many. */
    @Test
    public void ranksAreNamed() throws Exception {
        assumeTrue(passage.isMessage());
        assumeTrue("not said to be able to", passage.can(Streams.Ability.RANKS_IN_ERRORS));
        InvalidClassException e = disagreement(Version.of(withVersion(1234, "int a;")),
                Version.of(withVersion(5678, "int a;")));
        assertThat(e.getMessage(), containsString("rank " + Messages.WRITER));
    }

    /** The rank continues, for all other classes and for loaders that have the same version. */
    @Test
    public void nextMessages() throws Exception {
        assumeTrue(passage.isMessage());
        Version writer = Version.of(withVersion(1234, "public int a = 6;"));
        Version reader = Version.of(withVersion(5678, "int a;"));
        Messages messages = new Messages(reader);
        for (int i = 0; i < 3; i++) {
            messages.write(new Object[] {"text", writer.make("A")});
            assertThrows(InvalidClassException.class, messages::read);
            messages.agree();
            assertThat(Models.areAlike(Samples.control(), messages.copy(Samples.control())), is(true));
            messages.agree();
        }
        Version same = writer.again();
        messages.write(writer.make("A"));
        Object read = messages.read(same);
        assertThat(read.getClass().getField("a").get(read), is(6));
    }

    /** Fields are added and removed under one version. Fields that both sides have are kept. */
    @Test
    public void fieldsUnderOneVersion() throws Exception {
        Version writer = Version.of(withVersion(1, "public int a = 6; public Object gone = \"gone\"; long l = 8;"));
        Version reader = Version.of(withVersion(1, "public Object come; public int a; String other;"));
        Object read = passage.copy(writer.make("A"), reader);
        assertThat(read, notNullValue());
        assertThat(read.getClass().getField("a").get(read), is(6));
    }
}
