package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertArrayEquals;

import java.io.InvalidClassException;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** Fields that are written by default, fields that are not, and the constructor that makes the object. */
public class FieldsTest extends StreamContract {
    static class AllKinds implements Serializable {
        boolean truth = true;
        byte octet = -128;
        char letter = '\uffff';
        short small = -32768;
        int number = Integer.MIN_VALUE;
        long big = Long.MAX_VALUE;
        float single = Float.MIN_VALUE;
        double twofold = -0.0;
        String text = "text";
        Object object = List.of(1, 2);
        int[] array = {1, 2, 3};
        Object[] objects = {"a", null, 3L};
        List<String> list = new ArrayList<>(List.of("x"));
    }

    @Test
    public void fieldsOfAllKinds() throws Exception {
        AllKinds read = copy(new AllKinds());
        for (Field field : AllKinds.class.getDeclaredFields()) {
            Object expected = field.get(new AllKinds());
            if (expected instanceof int[] ints) {
                assertArrayEquals(ints, (int[]) field.get(read));
            } else if (expected instanceof Object[] objects) {
                assertArrayEquals(objects, (Object[]) field.get(read));
            } else {
                assertThat(field.getName(), field.get(read), is(expected));
            }
        }
    }

    @Test
    public void fieldsThatHoldTheirDefaults() throws Exception {
        AllKinds written = new AllKinds();
        for (Field field : AllKinds.class.getDeclaredFields()) {
            field.set(written, Array.get(Array.newInstance(field.getType(), 1), 0));
        }
        AllKinds read = copy(written);
        assertThat(read.truth, is(false));
        assertThat(read.twofold, is(0.0));
        assertThat(read.text, nullValue());
        assertThat(read.array, nullValue());
    }

    static class Floats implements Serializable {
        float notANumber = Float.NaN;
        float least = Float.MIN_VALUE;
        double negativeInfinity = Double.NEGATIVE_INFINITY;
        double negativeZero = -0.0;
    }

    @Test
    public void floatingPointAtItsLimits() throws Exception {
        Floats read = copy(new Floats());
        assertThat(read.notANumber, is(Float.NaN));
        assertThat(read.least, is(Float.MIN_VALUE));
        assertThat(read.negativeInfinity, is(Double.NEGATIVE_INFINITY));
        assertThat(Double.doubleToRawLongBits(read.negativeZero), is(Double.doubleToRawLongBits(-0.0)));
    }

    static class Partly implements Serializable {
        static int ofTheClass = 1;
        transient int left = 2;
        transient String alsoLeft = "here";
        int taken = 3;
    }

    @Test
    public void transientAndStaticFieldsStay() throws Exception {
        byte[] bytes = bytesOf(new Partly());
        Partly.ofTheClass = 7;
        Partly read = (Partly) read(bytes);
        assertThat(read.left, is(0));
        assertThat(read.alsoLeft, nullValue());
        assertThat(read.taken, is(3));
        assertThat(Partly.ofTheClass, is(7));
    }

    static class Finals implements Serializable {
        private final int number;
        private final String text;
        private final int[] array;
        private final transient int left = Integer.parseInt("5");

        Finals(int number, String text, int... array) {
            this.number = number;
            this.text = text;
            this.array = array;
        }
    }

    @Test
    public void finalFields() throws Exception {
        Finals read = copy(new Finals(1, "one", 4, 5));
        assertThat(read.number, is(1));
        assertThat(read.text, is("one"));
        assertArrayEquals(new int[] {4, 5}, read.array);
        assertThat("no constructor of it ran", read.left, is(0));
    }

    static class Grandparent implements Serializable {
        private int value = 1;
        String name = "grandparent";
    }

    static class Parent extends Grandparent {
        private int value = 2;
    }

    static class EmptyParent extends Parent {}

    static class Child extends EmptyParent {
        private int value = 3;

        String values() {
            return ((Grandparent) this).value + "," + ((Parent) this).value + "," + value + "," + name;
        }
    }

    @Test
    public void eachClassOfAHierarchyHasItsOwnFields() throws Exception {
        Child child = new Child();
        ((Grandparent) child).value = 10;
        ((Parent) child).value = 20;
        child.value = 30;
        child.name = "child";
        assertThat(copy(child).values(), is("10,20,30,child"));
    }

    static class Plain {
        int inherited = 1;
        String how = "unset";

        Plain() {
            how = "constructed";
        }
    }

    static class OfPlain extends Plain implements Serializable {
        int own = 2;
        transient int initialized = 3;
    }

    static class BelowOfPlain extends OfPlain {
        int lowest = 4;
    }

    @Test
    public void constructorOfTheFirstClassThatIsNotSerializableRuns() throws Exception {
        BelowOfPlain written = new BelowOfPlain();
        written.inherited = 10;
        written.how = "changed";
        written.own = 20;
        written.lowest = 40;
        BelowOfPlain read = copy(written);
        assertThat(read.inherited, is(1));
        assertThat(read.how, is("constructed"));
        assertThat(read.own, is(20));
        assertThat(read.lowest, is(40));
        assertThat("initializers of serializable classes do not run", read.initialized, is(0));
    }

    static class NeedsArgument {
        final int argument;

        NeedsArgument(int argument) {
            this.argument = argument;
        }
    }

    abstract static class Fills {
        Fills() {
            fill();
        }

        abstract void fill();
    }

    static class Filled extends Fills implements Serializable {
        int number;
        String text;

        @Override
        void fill() {
            number = 5;
            text = "by the constructor";
        }
    }

    /** The value of the stream wins, even if it is null. */
    @Test
    public void constructorThatSetsTheFields() throws Exception {
        Filled[] written = new Filled[100];
        for (int i = 0; i < written.length; i++) {
            written[i] = new Filled();
            written[i].number = i % 2;
            written[i].text = i % 2 == 0 ? null : "text";
        }
        Filled[] read = copy(written);
        for (int i = 0; i < read.length; i++) {
            assertThat(read[i].number, is(i % 2));
            assertThat(read[i].text, is(i % 2 == 0 ? null : "text"));
        }
    }

    static class OfNeedsArgument extends NeedsArgument implements Serializable {
        OfNeedsArgument() {
            super(1);
        }
    }

    @Test
    public void superclassWithoutANoArgConstructor() throws Exception {
        InvalidClassException failure = failureThrough(InvalidClassException.class, new OfNeedsArgument());
        assertThat(failure.classname, is(OfNeedsArgument.class.getName()));
        assertThat(failure.getMessage(), containsString("no valid constructor"));
    }

    static class PrivatelyMade {
        private PrivatelyMade() {}

        PrivatelyMade(int argument) {}
    }

    static class OfPrivatelyMade extends PrivatelyMade implements Serializable {
        OfPrivatelyMade() {
            super(1);
        }
    }

    @Test
    public void superclassWithAPrivateConstructor() throws Exception {
        InvalidClassException failure = failureThrough(InvalidClassException.class, new OfPrivatelyMade());
        assertThat(failure.getMessage(), containsString("no valid constructor"));
    }

    static class ThrowsWhenMade {
        static boolean throwing;

        ThrowsWhenMade() {
            if (throwing) {
                throw new IllegalStateException("made badly");
            }
        }
    }

    static class OfThrowsWhenMade extends ThrowsWhenMade implements Serializable {}

    @Test
    public void exceptionOfASuperclassConstructor() throws Exception {
        byte[] bytes = bytesOf(new OfThrowsWhenMade());
        ThrowsWhenMade.throwing = true;
        try {
            Throwable failure = failureToRead(InvalidClassException.class, bytes);
            while (failure.getCause() != null) {
                failure = failure.getCause();
            }
            assertThat(failure.getMessage(), is("made badly"));
        } finally {
            ThrowsWhenMade.throwing = false;
        }
    }

    abstract static class Abstract implements Serializable {
        int ofAbstract = 1;

        abstract int twice();
    }

    @Test
    public void anonymousClassOfAnAbstractOne() throws Exception {
        int captured = 21;
        Abstract read = copy(ofAStaticMethod(captured));
        assertThat(read.twice(), is(42));
        assertThat(read.ofAbstract, is(1));
    }

    private static Abstract ofAStaticMethod(int captured) {
        return new Abstract() {
            @Override
            int twice() {
                return 2 * captured;
            }
        };
    }

    static class Outer implements Serializable {
        int value = 5;

        class Inner implements Serializable {
            int sum() {
                return value + 1;
            }
        }
    }

    @Test
    public void innerClassBringsItsOuterObject() throws Exception {
        Outer outer = new Outer();
        outer.value = 8;
        Object[] read = copy(new Object[] {outer.new Inner(), outer});
        assertThat(((Outer.Inner) read[0]).sum(), is(9));
        ((Outer) read[1]).value = 100;
        assertThat(((Outer.Inner) read[0]).sum(), is(101));
    }

    @Test
    public void localClassWithWhatItCaptures() throws Exception {
        assertThat(through(new LocalMaker().make("captured")).toString(), is("local captured"));
    }

    static class LocalMaker implements Serializable {
        Object make(String captured) {
            class Local implements Serializable {
                @Override
                public String toString() {
                    return "local " + captured;
                }
            }
            return new Local();
        }
    }

    static class Shadows implements Serializable {
        Object any;
        Number number;
        Runnable none;
        Comparable<?> comparable;
    }

    @Test
    public void fieldsDeclaredByAWiderTypeKeepTheirClass() throws Exception {
        Shadows written = new Shadows();
        written.any = new Child();
        written.number = 4.5f;
        written.comparable = "text";
        Shadows read = copy(written);
        assertThat(read.any, instanceOf(Child.class));
        assertThat(read.number, is(4.5f));
        assertThat(read.comparable, is((Object) "text"));
        assertThat(read.none, nullValue());
    }

    static class SelfFilled implements Serializable {
        Object self = this;
    }

    @Test
    public void fieldThatHoldsItsOwnObject() throws Exception {
        SelfFilled read = copy(new SelfFilled());
        assertThat(read.self, sameInstance(read));
    }
}
