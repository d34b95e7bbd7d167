package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.sameInstance;

import java.io.InvalidObjectException;
import java.io.ObjectStreamException;
import java.io.Serializable;
import org.junit.Test;
import org.rmi4mpi.tests.serial.ReplacementTest.ResolvingUpper;
import org.rmi4mpi.tests.serial.ReplacementTest.ToAnything;

/** Replacements that do not fit, and references to an object while it is being replaced. */
public class ReplacementPlacesTest extends StreamContract {
    static class TypedHolder implements Serializable {
        ResolvingUpper field;
    }

    static class TypedArray implements Serializable {
        ResolvingUpper[] field = {new ResolvingUpper()};
    }

    @Test
    public void resolvedObjectThatDoesNotFitItsField() throws Exception {
        TypedHolder holder = new TypedHolder();
        holder.field = new ResolvingUpper();
        ClassCastException failure = failureThrough(ClassCastException.class, holder);
        assertThat(failure.getMessage(), containsString("field"));
        assertThat(failure.getMessage(), containsString(TypedHolder.class.getName()));
    }

    @Test
    public void resolvedObjectThatDoesNotFitItsArray() throws Exception {
        failureThrough(ArrayStoreException.class, new TypedArray());
    }

    static class WideHolder implements Serializable {
        Object field = new ToAnything(5);
        int after = 6;
    }

    @Test
    public void replacementInAWiderField() throws Exception {
        WideHolder read = copy(new WideHolder());
        assertThat(read.field, is(5));
        assertThat(read.after, is(6));
    }

    static class Fails implements Serializable {
        private final boolean onRead;
        private final Exception failure;

        Fails(boolean onRead, Exception failure) {
            this.onRead = onRead;
            this.failure = failure;
        }

        private Object writeReplace() throws Exception {
            if (!onRead) {
                throw failure;
            }
            return this;
        }

        private Object readResolve() throws Exception {
            throw failure;
        }
    }

    @Test
    public void exceptionsOfWriteReplace() throws Exception {
        failureToWrite(InvalidObjectException.class, new Fails(false, new InvalidObjectException("a")));
        failureToWrite(IllegalStateException.class, new Fails(false, new IllegalStateException("b")));
    }

    @Test
    public void exceptionsOfReadResolve() throws Exception {
        failureThrough(InvalidObjectException.class, new Fails(true, new InvalidObjectException("a")));
        failureThrough(IllegalStateException.class, new Fails(true, new IllegalStateException("b")));
    }

    static class Ring implements Serializable {
        Ring next;
        String name;
        transient Ring resolvedTo;

        Ring(String name) {
            this.name = name;
        }

        private Object readResolve() throws ObjectStreamException {
            Ring other = new Ring(name + "'");
            other.next = next;
            return other;
        }
    }

    /** A reference to an object that is still being read gets the unresolved object. */
    @Test
    public void readResolveInACycle() throws Exception {
        Ring one = new Ring("one");
        Ring two = new Ring("two");
        one.next = two;
        two.next = one;
        Ring read = copy(one);
        assertThat(read.name, is("one'"));
        assertThat(read.next.name, is("two'"));
        assertThat(read.next.next.name, is("one"));
        assertThat(read.next.next.next, sameInstance(read.next));
    }

    static class ReplacedParent implements Serializable {
        Object child;

        private Object writeReplace() {
            return new Object[] {"parent", child};
        }
    }

    /** The child's back reference leads to the replacement. */
    @Test
    public void writeReplaceInACycle() throws Exception {
        ReplacedParent parent = new ReplacedParent();
        Object[] child = {parent};
        parent.child = child;
        Object[] read = (Object[]) through(parent);
        assertThat(((Object[]) read[1])[0], sameInstance(read));
    }
}
