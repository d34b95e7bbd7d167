package jpvm;

import org.rmi4mpi.jpvm.pack.TaskException;

/** Turns the failures of requests into the exceptions that programs catch. Stateless. */
final class Requests {
    private Requests() {}

    /** A request that has a result. */
    interface Question<T> {
        T ask() throws TaskException;
    }

    /** A request that has no result. */
    interface Order {
        void give() throws TaskException;
    }

    static <T> T ask(Question<T> question) throws jpvmException {
        try {
            return question.ask();
        } catch (TaskException e) {
            throw failure(e);
        }
    }

    static void order(Order order) throws jpvmException {
        try {
            order.give();
        } catch (TaskException e) {
            throw failure(e);
        }
    }

    static jpvmException failure(TaskException e) {
        return new jpvmException(e.getMessage(), e.getCause());
    }

    /**
     * Checks that an array has the number of elements that a program has given.
     *
     * @param elements what the array has, in the plural
     */
    static void checkCount(String what, int count, String elements, Object[] array) throws jpvmException {
        if (array == null || count < 0 || count > array.length) {
            throw new jpvmException(what + ": " + count + " " + elements + " of " + (array == null
                    ? "an array that is null"
                    : "an array of " + array.length) + ": give a number from 0 to its length");
        }
    }
}
