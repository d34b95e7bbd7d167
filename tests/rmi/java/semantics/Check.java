package semantics;

import java.util.Objects;
import java.util.concurrent.Callable;

/** The assertions of this package. The first that fails ends the program. */
final class Check {
    private Check() {}

    static void same(Object expected, Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError("expected " + expected + " but was " + actual);
        }
    }

    static void that(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }

    /** Asserts that the exception is of exactly this class. */
    static <T extends Throwable> T fails(Class<T> type, Callable<?> call) {
        Object result;
        try {
            result = call.call();
        } catch (Throwable e) {
            if (e.getClass() != type) {
                throw new AssertionError("expected " + type + " but was " + e, e);
            }
            return type.cast(e);
        }
        throw new AssertionError("expected " + type + " but the result was " + result);
    }
}
