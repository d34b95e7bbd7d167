package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.arrayContaining;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;

import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.Test;

/** Objects of the language's own kinds: enums, proxies, lambdas, classes, exceptions. */
public class TypesTest extends StreamContract {
    enum Plain { ONE, TWO }

    enum WithBodies {
        PLUS {
            @Override
            int of(int a, int b) {
                return a + b;
            }
        },
        TIMES {
            @Override
            int of(int a, int b) {
                return a * b;
            }
        };

        int state = 1;

        abstract int of(int a, int b);

        private Object readResolve() {
            throw new AssertionError("not of an enum");
        }

        private void writeObject(java.io.ObjectOutputStream out) {
            throw new AssertionError("not of an enum");
        }
    }

    @Test
    public void enumConstantsAreTheOnes() throws Exception {
        assertThat(copy(Plain.TWO), sameInstance(Plain.TWO));
        assertThat(copy(WithBodies.TIMES), sameInstance(WithBodies.TIMES));
        assertThat(copy(TimeUnit.DAYS), sameInstance(TimeUnit.DAYS));
        Object[] read = copy(new Object[] {Plain.ONE, WithBodies.PLUS, Plain.ONE, WithBodies.TIMES, Plain.TWO});
        assertThat(read, arrayContaining(Plain.ONE, WithBodies.PLUS, Plain.ONE, WithBodies.TIMES, Plain.TWO));
        assertThat(copy(Plain.values()), arrayContaining(Plain.ONE, Plain.TWO));
        assertThat(copy(new WithBodies[] {WithBodies.PLUS}), arrayContaining(WithBodies.PLUS));
    }

    @Test
    public void stateOfAnEnumStays() throws Exception {
        byte[] bytes = bytesOf(WithBodies.PLUS);
        WithBodies.PLUS.state = 5;
        assertThat(((WithBodies) read(bytes)).state, is(5));
    }

    static class HoldsEnum implements Serializable {
        Plain plain = Plain.TWO;
        Object any = WithBodies.PLUS;
        Enum<?> none;
    }

    @Test
    public void enumsInFields() throws Exception {
        HoldsEnum read = copy(new HoldsEnum());
        assertThat(read.plain, sameInstance(Plain.TWO));
        assertThat(read.any, sameInstance(WithBodies.PLUS));
        assertThat(read.none, nullValue());
    }

    interface Named {
        String name();

        default String greeting() {
            return "Hello " + name();
        }
    }

    public interface Public {
        int number();
    }

    static class Answers implements InvocationHandler, Serializable {
        Object proxy;
        String answer;

        Answers(String answer) {
            this.answer = answer;
        }

        @Override
        public Object invoke(Object self, Method method, Object[] arguments) {
            return switch (method.getName()) {
                case "name" -> answer;
                case "number" -> answer.length();
                case "equals" -> self == arguments[0];
                case "hashCode" -> System.identityHashCode(self);
                default -> "proxy";
            };
        }
    }

    private static Object proxy(InvocationHandler handler, Class<?>... types) {
        return Proxy.newProxyInstance(TypesTest.class.getClassLoader(), types, handler);
    }

    @Test
    public void proxies() throws Exception {
        Object read = copy(proxy(new Answers("seven"), Named.class, Public.class));
        assertThat(((Named) read).name(), is("seven"));
        assertThat(((Public) read).number(), is(5));
        assertThat(Proxy.isProxyClass(read.getClass()), is(true));
        assertThat(((Public) copy(proxy(new Answers("abc"), Public.class))).number(), is(3));
    }

    @Test
    public void proxyInACycle() throws Exception {
        Answers answers = new Answers("cycle");
        answers.proxy = proxy(answers, Named.class);
        Object[] read = copy(new Object[] {answers.proxy, answers, answers.proxy});
        assertThat(read[0], sameInstance(read[2]));
        assertThat(Proxy.getInvocationHandler(read[0]), sameInstance(read[1]));
        assertThat(((Answers) read[1]).proxy, sameInstance(read[0]));
    }

    @Test
    public void proxyWhoseHandlerIsNotSerializable() throws Exception {
        InvocationHandler handler = (self, method, arguments) -> null;
        failureToWrite(NotSerializableException.class, proxy(handler, Public.class));
    }

    static class Resolved implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object self, Method method, Object[] arguments) {
            return method.getReturnType() == String.class ? "first" : null;
        }

        private Object readResolve() {
            return new Answers("resolved");
        }
    }

    @Test
    public void handlerOfAProxyIsResolved() throws Exception {
        assertThat(((Named) copy(proxy(new Resolved(), Named.class))).name(), is("resolved"));
    }

    interface SerializableSupplier<T> extends Supplier<T>, Serializable {}

    interface SerializableFunction<T, R> extends Function<T, R>, Serializable {}

    @Test
    public void lambdas() throws Exception {
        int captured = 5;
        String text = "text";
        SerializableSupplier<String> lambda = () -> text + captured;
        assertThat(copy(lambda).get(), is("text5"));
        SerializableFunction<String, Integer> reference = String::length;
        assertThat(copy(reference).apply("four"), is(4));
        SerializableFunction<String, Object> constructor = StringBuilder::new;
        assertThat(copy(constructor).apply("made").toString(), is("made"));
        Comparator<String> comparator = (Comparator<String> & Serializable) (a, b) -> b.compareTo(a);
        assertThat(copy(comparator).compare("a", "b"), is(1));
        assertThat(copy(Comparator.<String>reverseOrder()), sameInstance(Comparator.<String>reverseOrder()));
    }

    @Test
    public void lambdaThatIsCapturedTwice() throws Exception {
        int[] shared = {1};
        SerializableSupplier<int[]> first = () -> shared;
        Object[] read = copy(new Object[] {first, first, shared});
        assertThat(read[0], sameInstance(read[1]));
        @SuppressWarnings("unchecked")
        SerializableSupplier<int[]> lambda = (SerializableSupplier<int[]>) read[0];
        assertThat(lambda.get(), sameInstance(read[2]));
    }

    @Test
    public void lambdaThatIsNotSerializable() throws Exception {
        Supplier<String> lambda = () -> "text";
        failureToWrite(NotSerializableException.class, lambda);
    }

    static class NotSerializable {}

    @Test
    public void classes() throws Exception {
        for (Class<?> type : List.of(String.class, Object.class, Plain.class, WithBodies.PLUS.getClass(), int.class,
                boolean.class, byte.class, char.class, short.class, long.class, float.class, double.class, void.class,
                int[].class, String[][].class, NotSerializable.class, NotSerializable[].class, Runnable.class,
                Class.class, Named.class, List.class, Override.class, Optional.class, RecordsTest.Pair.class,
                proxy(new Answers(""), Public.class).getClass())) {
            assertThat(copy(type), sameInstance((Object) type));
        }
        Class<?>[] read = copy(new Class<?>[] {int.class, NotSerializable.class, int.class});
        assertThat(read, arrayContaining(int.class, NotSerializable.class, int.class));
    }

    @Test
    public void descriptions() throws Exception {
        ObjectStreamClass written = ObjectStreamClass.lookup(HoldsEnum.class);
        ObjectStreamClass read = copy(written);
        assertThat(read.getName(), is(HoldsEnum.class.getName()));
        assertThat(read.getSerialVersionUID(), is(written.getSerialVersionUID()));
        assertThat(read.forClass(), sameInstance((Object) HoldsEnum.class));
        assertThat(read.getFields().length, is(3));
        assertThat(copy(ObjectStreamClass.lookup(int[].class)).forClass(), sameInstance((Object) int[].class));
    }

    static class Failure extends Exception {
        final int code;

        Failure(String message, Throwable cause, int code) {
            super(message, cause);
            this.code = code;
        }
    }

    @Test
    public void exceptions() throws Exception {
        Failure failure = new Failure("message", new IllegalStateException("cause"), 17);
        failure.addSuppressed(new InterruptedException("suppressed"));
        Failure read = copy(failure);
        assertThat(read.getMessage(), is("message"));
        assertThat(read.code, is(17));
        assertThat(read.getStackTrace(), is(failure.getStackTrace()));
        assertThat(read.getCause().getMessage(), is("cause"));
        assertThat(read.getCause().getStackTrace(), is(failure.getCause().getStackTrace()));
        assertThat(read.getSuppressed()[0].getMessage(), is("suppressed"));
        read.addSuppressed(new Exception("one more"));
        assertThat(read.getSuppressed().length, is(2));
    }

    @Test
    public void exceptionsInACycle() throws Exception {
        Exception one = new Exception("one");
        Exception two = new Exception("two", one);
        one.addSuppressed(two);
        Exception read = copy(two);
        assertThat(read.getCause().getSuppressed()[0], sameInstance(read));
    }

    @Test
    public void exceptionsOfTheJdk() throws Exception {
        Throwable[] throwables = {new Exception(), new Error("error"), new NullPointerException(),
            new java.rmi.RemoteException("remote", new java.io.IOException("cause")), new StackOverflowError(),
            new java.util.concurrent.ExecutionException("text", new Throwable()), new AssertionError(5),
            new ClassNotFoundException("name"), new java.io.UncheckedIOException(new java.io.EOFException()),
            new java.lang.reflect.InvocationTargetException(new Exception("target")),
            new InvalidClassException("name", "reason")};
        for (Throwable throwable : throwables) {
            Throwable read = copy(throwable);
            assertThat(read.toString(), is(throwable.toString()));
            assertThat(read.getStackTrace(), is(throwable.getStackTrace()));
            assertThat("" + read.getCause(), is("" + throwable.getCause()));
        }
    }

    static class Bare extends RuntimeException {
        Bare() {
            super("bare", null, false, false);
        }
    }

    @Test
    public void exceptionWithoutStackTrace() throws Exception {
        Bare read = copy(new Bare());
        assertThat(read.getStackTrace().length, is(0));
        read.addSuppressed(new Exception());
        assertThat(read.getSuppressed().length, is(0));
    }

    @Test
    public void objectsOfManyKindsInOneStream() throws Exception {
        ObjectInputStream in = reader(bytesOf(Plain.ONE, String.class, "text", new int[] {1}, 5, null,
                proxy(new Answers("x"), Public.class), ObjectStreamClass.lookup(String.class), Plain.ONE));
        assertThat(in.readObject(), is(Plain.ONE));
        assertThat(in.readObject(), is(String.class));
        assertThat(in.readObject(), is("text"));
        assertThat(((int[]) in.readObject())[0], is(1));
        assertThat(in.readObject(), is(5));
        assertThat(in.readObject(), nullValue());
        assertThat(((Public) in.readObject()).number(), is(1));
        assertThat(((ObjectStreamClass) in.readObject()).forClass(), is((Object) String.class));
        assertThat(in.readObject(), is(Plain.ONE));
    }
}
