package org.rmi4mpi.tests.tasks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import java.util.Arrays;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/** Assertions that the programs share. Stateless. */
final class Expect {
    private Expect() {}

    interface Action {
        void run() throws Exception, jpvmException;
    }

    /** Asserts that the action fails, with all of these words in the message. */
    static void fails(Action action, String... words) throws Exception {
        try {
            action.run();
        } catch (jpvmException e) {
            assertThat(e.toString(), startsWith("jpvm error: "));
            for (String word : words) {
                assertThat(e.toString(), containsString(word));
            }
            return;
        }
        throw new AssertionError("no exception with " + Arrays.toString(words));
    }

    static jpvmTaskId[] spawn(jpvmEnvironment jpvm, Class<?> type, int count, String... args) throws jpvmException {
        jpvmTaskId[] tids = new jpvmTaskId[count];
        int started = jpvm.pvm_spawn(type.getName(), args, count, tids);
        if (started != count) {
            throw new AssertionError(started + " of " + count + " tasks were started");
        }
        return tids;
    }

    static jpvmBuffer buffer(int value) {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(value);
        return buffer;
    }

    /** The status that a notification tells. */
    static int status(jpvmMessage notification, jpvmTaskId of) throws jpvmException {
        jpvmTaskId ended = notification.buffer.upktid();
        if (!ended.equals(of)) {
            throw new AssertionError("told of " + ended + ", not of " + of);
        }
        return notification.buffer.upkint();
    }
}
