package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.NotActiveException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.WriteAbortedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.Test;

/** Errors in the program, in its hooks, and in the streams beneath. */
public class ErrorsTest extends StreamContract {
    static class Unwritable {}

    static class Holder implements Serializable {
        Object first;
        int number = 1;

        Holder(Object first) {
            this.first = first;
        }
    }

    @Test
    public void notSerializable() throws Exception {
        for (Object object : new Object[] {new Unwritable(), new Object(), new Thread(), Optional.of(1),
            new ByteArrayOutputStream()}) {
            NotSerializableException failure = failureToWrite(NotSerializableException.class, object);
            assertThat(failure.getMessage(), containsString(object.getClass().getName()));
        }
    }

    /** An array may contain serializable objects, though its element type is not serializable. */
    @Test
    public void arrayOfATypeThatIsNotSerializable() throws Exception {
        assertThat(copy(new Unwritable[0]).length, is(0));
        assertThat(copy(new Unwritable[1]).length, is(1));
        assertThat(copy(new Runnable[2]).length, is(2));
        failureToWrite(NotSerializableException.class, new Unwritable[] {new Unwritable()});
    }

    /** The message tells where the object was found, so that users can find the field. */
    @Test
    public void notSerializableDeepInside() throws Exception {
        Object graph = new Holder(new ArrayList<>(List.of(new Object[] {new Holder(new Unwritable())})));
        NotSerializableException failure = failureToWrite(NotSerializableException.class, graph);
        assertThat(failure.getMessage(), containsString(Unwritable.class.getName()));
        if (streams.can(Streams.Ability.PATHS_IN_ERRORS)) {
            assertThat(failure.getMessage(), containsString("first"));
            assertThat(failure.getMessage(), containsString(Holder.class.getName()));
        }
    }

    @Test
    public void streamGoesOnAfterAnAbortedWrite() throws Exception {
        byte[] bytes = written(out -> {
            out.writeObject("before");
            assertThrows(NotSerializableException.class, () -> out.writeObject(new Holder(new Unwritable())));
            out.writeObject("after");
            out.writeInt(5);
        });
        ObjectInputStream in = reader(bytes);
        assertThat(in.readObject(), is("before"));
        WriteAbortedException failure = assertThrows(WriteAbortedException.class, in::readObject);
        assertThat(failure.getCause(), instanceOf(NotSerializableException.class));
        assertThat(failure.getMessage(), containsString("writing aborted"));
        assertThat(in.readObject(), is("after"));
        assertThat(in.readInt(), is(5));
    }

    static class FailsToWrite implements Serializable {
        private final transient Exception failure;

        FailsToWrite(Exception failure) {
            this.failure = failure;
        }

        private void writeObject(ObjectOutputStream out) throws Exception {
            out.writeInt(1);
            out.writeObject("written");
            throw failure;
        }
    }

    @Test
    public void exceptionOfAHookIsTheSame() throws Exception {
        IOException checked = new InvalidObjectException("checked");
        assertThat(failureToWrite(IOException.class, new FailsToWrite(checked)), sameInstance(checked));
        RuntimeException unchecked = new IllegalStateException("unchecked");
        assertThat(failureToWrite(RuntimeException.class, new FailsToWrite(unchecked)), sameInstance(unchecked));
    }

    @Test
    public void readerIsToldOfTheException() throws Exception {
        byte[] bytes = written(out -> assertThrows(InvalidObjectException.class,
                () -> out.writeObject(new Holder(new FailsToWrite(new InvalidObjectException("why"))))));
        WriteAbortedException failure = failureToRead(WriteAbortedException.class, bytes);
        assertThat(failure.getCause().getMessage(), is("why"));
    }

    /** The objects of an aborted message are forgotten on both sides. */
    @Test
    public void abortedObjectsAreForgotten() throws Exception {
        Holder holder = new Holder("value");
        byte[] bytes = written(out -> {
            out.writeObject(holder);
            assertThrows(NotSerializableException.class,
                    () -> out.writeObject(new Object[] {holder, new Unwritable()}));
            out.writeObject(holder);
        });
        ObjectInputStream in = reader(bytes);
        in.readObject();
        assertThrows(WriteAbortedException.class, in::readObject);
        assertThat(((Holder) in.readObject()).first, is("value"));
    }

    static class Catches implements Serializable {
        private void writeObject(ObjectOutputStream out) throws IOException {
            assertThrows(NotSerializableException.class, () -> out.writeObject(new Unwritable()));
            out.writeObject("instead");
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            assertThat(in.readObject(), is("instead"));
        }
    }

    @Test
    public void hookThatCatchesAndWritesAnother() throws Exception {
        ObjectInputStream in = reader(bytesOf(new Catches(), "next"));
        in.readObject();
        assertThat(in.readObject(), is("next"));
    }

    static class OwnFailure extends NotSerializableException {
        OwnFailure() {
            super("of a program");
        }
    }

    /** This holds also if the exception passes through fields, which add their names to a NotSerializableException. */
    @Test
    public void exceptionOfAProgramsOwnType() throws Exception {
        OwnFailure thrown = new OwnFailure();
        Holder holder = new Holder(new Object[] {new FailsToWrite(thrown)});
        assertThat(failureToWrite(OwnFailure.class, holder), sameInstance(thrown));
    }

    static class FailsToReplace implements Serializable {
        static Exception failure;

        private Object writeReplace() throws Exception {
            throw failure;
        }
    }

    static class FailsToResolve implements Serializable {
        private Object readResolve() throws Exception {
            throw FailsToReplace.failure;
        }
    }

    /** Among checked exceptions, only those of object streams are passed on unchanged. */
    @Test
    public void exceptionsOfReplacements() throws Exception {
        for (Exception each : List.of(new java.io.FileNotFoundException(), new InterruptedException())) {
            FailsToReplace.failure = each;
            IOException failure = failureToWrite(IOException.class, new FailsToReplace());
            assertThat(failure.getClass() == IOException.class, is(true));
            assertThat(failure.getCause(), sameInstance(each));
            failure = failureThrough(IOException.class, new FailsToResolve());
            assertThat(failure.getClass() == IOException.class, is(true));
            assertThat(failure.getCause(), sameInstance(each));
        }
        FailsToReplace.failure = new InvalidObjectException("invalid");
        assertThat(failureToWrite(IOException.class, new FailsToReplace()), sameInstance(FailsToReplace.failure));
        assertThat(failureThrough(IOException.class, new FailsToResolve()), sameInstance(FailsToReplace.failure));
    }

    static class CatchesDeepOnes implements Serializable {
        static int caught;

        private void writeObject(ObjectOutputStream out) throws IOException {
            try {
                out.writeObject(new Holder(new Holder(new Unwritable())));
            } catch (NotSerializableException e) {
                caught++;
            }
        }
    }

    /** Objects that were given up at a deeper level do not count as being written. */
    @Test
    public void hooksThatCatchMoreOftenThanObjectsMayNest() throws Exception {
        CatchesDeepOnes.caught = 0;
        Object[] objects = new Object[2000];
        Arrays.setAll(objects, i -> new CatchesDeepOnes());
        bytesOf((Object) objects);
        assertThat(CatchesDeepOnes.caught, is(2000));
    }

    static class Validated implements Serializable, ObjectInputValidation {
        static final List<String> ORDER = new ArrayList<>();

        String name;
        Validated part;
        int priority;
        boolean valid;

        Validated(String name, int priority, boolean valid, Validated part) {
            this.name = name;
            this.priority = priority;
            this.valid = valid;
            this.part = part;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.registerValidation(this, priority);
            in.defaultReadObject();
            in.registerValidation(() -> ORDER.add("lambda of " + name), 1000);
            assertThrows(InvalidObjectException.class, () -> in.registerValidation(null, 0));
        }

        @Override
        public void validateObject() throws InvalidObjectException {
            ORDER.add(name);
            if (!valid) {
                throw new InvalidObjectException(name + " is not valid");
            }
        }
    }

    @Test
    public void validationsRunAtTheEndByPriority() throws Exception {
        Validated.ORDER.clear();
        copy(new Validated("one", 0, true, new Validated("two", 0, true, null)));
        assertThat(Validated.ORDER.subList(0, 2).stream().allMatch(text -> text.startsWith("lambda")), is(true));
        assertThat(Validated.ORDER.size(), is(4));
    }

    /** Among validations of one priority, the last one registered runs first, as with the JDK. */
    @Test
    public void validationsOfOnePriority() throws Exception {
        Validated.ORDER.clear();
        copy(new Object[] {new Validated("a", 0, true, null), new Validated("b", 0, true, null),
            new Validated("c", 0, true, null)});
        assertThat(Validated.ORDER, contains("lambda of c", "lambda of b", "lambda of a", "c", "b", "a"));
    }

    static class RegistersTooLate implements Serializable {
        static Exception failure;

        private void readObject(ObjectInputStream in) throws IOException {
            in.registerValidation(() -> failure = assertThrows(NotActiveException.class,
                    () -> in.registerValidation(() -> {}, 0)), 0);
        }
    }

    @Test
    public void validationDuringValidations() throws Exception {
        RegistersTooLate.failure = null;
        copy(new RegistersTooLate());
        assertThat(RegistersTooLate.failure, notNullValue());
    }

    @Test
    public void validationThatFails() throws Exception {
        Validated.ORDER.clear();
        ObjectInputStream in = reader(bytesOf(new Validated("one", 5, false, null), "next"));
        InvalidObjectException failure = assertThrows(InvalidObjectException.class, in::readObject);
        assertThat(failure.getMessage(), is("one is not valid"));
        assertThat(Validated.ORDER, contains("lambda of one", "one"));
        assertThat(in.readObject(), is("next"));
    }

    @Test
    public void validationOutsideAHook() throws Exception {
        ObjectInputStream in = reader(bytesOf("a"));
        assertThrows(NotActiveException.class, () -> in.registerValidation(() -> {}, 0));
    }
}
