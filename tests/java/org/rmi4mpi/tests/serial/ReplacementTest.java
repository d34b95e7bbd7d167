package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;

import java.io.NotSerializableException;
import java.io.Serializable;
import org.junit.Test;

/** The hooks writeReplace and readResolve: which classes have them, when they run, and what replaces objects. */
public class ReplacementTest extends StreamContract {
    /** A serialization proxy. */
    static class Period implements Serializable {
        private final transient int start;
        private final transient int end;

        Period(int start, int end) {
            this.start = start;
            this.end = end;
        }

        private Object writeReplace() {
            return new Form(start + ".." + end);
        }

        private static class Form implements Serializable {
            private final String text;

            Form(String text) {
                this.text = text;
            }

            private Object readResolve() {
                String[] parts = text.split("\\.\\.");
                return new Period(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
            }
        }
    }

    @Test
    public void serializationProxy() throws Exception {
        Period read = copy(new Period(3, 8));
        assertThat(read.start + read.end, is(11));
    }

    @Test
    public void replacedObjectKeepsItsIdentity() throws Exception {
        Period period = new Period(1, 2);
        Object[] read = copy(new Object[] {period, period, new Period(1, 2)});
        assertThat(read[0], sameInstance(read[1]));
        assertThat(read[0], not(sameInstance(read[2])));
    }

    enum Ports { FIRST }

    static class Singleton implements Serializable {
        static final Singleton ONLY = new Singleton();

        private Object readResolve() {
            return ONLY;
        }
    }

    @Test
    public void readResolveGivesTheOnlyOne() throws Exception {
        Object[] read = copy(new Object[] {Singleton.ONLY, Singleton.ONLY});
        assertThat(read[0], sameInstance(Singleton.ONLY));
        assertThat(read[1], sameInstance(Singleton.ONLY));
    }

    static class ProtectedUpper implements Serializable {
        String name = "upper";

        protected Object writeReplace() {
            return "written for " + name;
        }
    }

    static class BelowProtected extends ProtectedUpper {}

    static class PackageUpper implements Serializable {
        Object writeReplace() {
            return "by package";
        }
    }

    static class BelowPackage extends PackageUpper {}

    static class PrivateUpper implements Serializable {
        private Object writeReplace() {
            return "by private";
        }
    }

    static class BelowPrivate extends PrivateUpper {}

    @Test
    public void writeReplaceIsInheritedWhereItCanBeCalled() throws Exception {
        assertThat(through(new BelowProtected()), is("written for upper"));
        assertThat(through(new BelowPackage()), is("by package"));
        assertThat(through(new PrivateUpper()), is("by private"));
        assertThat(through(new BelowPrivate()), instanceOf(BelowPrivate.class));
    }

    static class ResolvingUpper implements Serializable {
        protected Object readResolve() {
            return "resolved " + getClass().getSimpleName();
        }
    }

    static class BelowResolving extends ResolvingUpper {}

    static class PrivatelyResolving implements Serializable {
        private Object readResolve() {
            return "privately";
        }
    }

    static class BelowPrivatelyResolving extends PrivatelyResolving {}

    @Test
    public void readResolveIsInheritedWhereItCanBeCalled() throws Exception {
        assertThat(through(new BelowResolving()), is("resolved BelowResolving"));
        assertThat(through(new PrivatelyResolving()), is("privately"));
        assertThat(through(new BelowPrivatelyResolving()), instanceOf(BelowPrivatelyResolving.class));
    }

    static class FirstLink implements Serializable {
        private Object writeReplace() {
            return new SecondLink();
        }
    }

    static class SecondLink implements Serializable {
        private Object writeReplace() {
            return new ThirdLink();
        }
    }

    static class ThirdLink implements Serializable {}

    @Test
    public void replacementsAreReplacedInTurn() throws Exception {
        assertThat(through(new FirstLink()), instanceOf(ThirdLink.class));
    }

    static class OfItsOwnClass implements Serializable {
        int generation;

        private Object writeReplace() {
            OfItsOwnClass next = new OfItsOwnClass();
            next.generation = generation + 1;
            return next;
        }
    }

    /** Else it would have no end. */
    @Test
    public void replacementOfTheSameClassIsNotReplacedAgain() throws Exception {
        assertThat(copy(new OfItsOwnClass()).generation, is(1));
    }

    static class ResolvesToResolving implements Serializable {
        private Object readResolve() {
            return new Thrower();
        }
    }

    static class Thrower implements Serializable {
        private Object readResolve() {
            throw new AssertionError("was not read, so is not resolved");
        }
    }

    @Test
    public void resolvedObjectIsNotResolvedAgain() throws Exception {
        assertThat(through(new ResolvesToResolving()), instanceOf(Thrower.class));
    }

    static class ToNull implements Serializable {
        private Object writeReplace() {
            return null;
        }
    }

    static class FromNull implements Serializable {
        private Object readResolve() {
            return null;
        }
    }

    @Test
    public void nullInTheObjectsPlace() throws Exception {
        Object[] read = (Object[]) through(new Object[] {new ToNull(), new FromNull(), "end"});
        assertThat(read[0], nullValue());
        assertThat(read[1], nullValue());
        assertThat(read[2], is("end"));
        FromNull shared = new FromNull();
        read = (Object[]) through(new Object[] {shared, shared});
        assertThat(read[1], nullValue());
    }

    static class ToAnything implements Serializable {
        private final transient Object replacement;

        ToAnything(Object replacement) {
            this.replacement = replacement;
        }

        private Object writeReplace() {
            return replacement;
        }
    }

    @Test
    public void replacementOfAnyKind() throws Exception {
        assertThat(through(new ToAnything("text")), is("text"));
        assertThat(through(new ToAnything(Ports.FIRST)), is(Ports.FIRST));
        assertThat(through(new ToAnything(String.class)), is(String.class));
        assertThat(((int[]) through(new ToAnything(new int[] {1, 2})))[1], is(2));
        assertThat(through(new ToAnything(new Period(1, 4))), instanceOf(Period.class));
    }

    @Test
    public void replacementThatIsNotSerializable() throws Exception {
        NotSerializableException failure =
                failureToWrite(NotSerializableException.class, new ToAnything(new Object()));
        assertThat(failure.getMessage(), containsString("java.lang.Object"));
    }

    static class Holder implements Serializable {
        final Period period;
        final Object any;

        Holder(Period period, Object any) {
            this.period = period;
            this.any = any;
        }
    }

    @Test
    public void replacedInsideOthers() throws Exception {
        Holder read = copy(new Holder(new Period(2, 3), new Singleton()));
        assertThat(read.period.end, is(3));
        assertThat(read.any, sameInstance(Singleton.ONLY));
    }

    static class WrongSignatures implements Serializable {
        int value = 4;

        private String writeReplace() {
            throw new AssertionError("returns String");
        }

        private Object readResolve(int argument) {
            throw new AssertionError("has an argument");
        }
    }

    @Test
    public void methodsThatAreNotDeclaredAsTheyShouldAreIgnored() throws Exception {
        assertThat(copy(new WrongSignatures()).value, is(4));
    }

    abstract static class AbstractUpper implements Serializable {
        abstract Object writeReplace();
    }

    static class OfAbstract extends AbstractUpper {
        @Override
        Object writeReplace() {
            return "made concrete";
        }
    }

    @Test
    public void abstractWriteReplaceThatIsImplemented() throws Exception {
        assertThat(through(new OfAbstract()), is("made concrete"));
    }
}
