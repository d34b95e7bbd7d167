package e11_workers;

import java.util.Arrays;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/**
 * A master sends pieces of work to workers: the next piece to each worker that is done, and an end message when none is
 * left.
 */
final class Primes {
    private static final int LIMIT = 4_000_000;
    private static final int PIECE = 50_000;
    private static final int WORK = 1;
    private static final int RESULT = 2;
    /** Tells a worker to end. */
    private static final int NO_MORE = 3;

    private Primes() {}

    public static void main(String[] args) throws jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        int hosts = jpvm.pvm_config().numHosts;
        jpvmTaskId[] workers = new jpvmTaskId[Math.max(1, hosts - 1)];
        jpvm.pvm_spawn("e11_workers.Worker", workers.length, workers);
        int[] pieces = new int[workers.length];
        long primes = 0;
        int from = 0;
        int busy = 0;
        for (jpvmTaskId each : workers) {
            from = handOut(jpvm, each, from);
            busy++;
        }
        while (busy > 0) {
            jpvmMessage result = jpvm.pvm_recv(RESULT);
            primes += result.buffer.upkint();
            pieces[Arrays.asList(workers).indexOf(result.sourceTid)]++;
            if (from < LIMIT) {
                from = handOut(jpvm, result.sourceTid, from);
            } else {
                jpvm.pvm_send(new jpvmBuffer(), result.sourceTid, NO_MORE);
                busy--;
            }
        }
        System.out.println(primes + " primes below " + LIMIT + ", in " + Arrays.stream(pieces).sum() + " pieces by "
                + workers.length + " workers");
        jpvm.pvm_exit();
    }

    private static int handOut(jpvmEnvironment jpvm, jpvmTaskId worker, int from) throws jpvmException {
        jpvmBuffer work = new jpvmBuffer();
        work.pack(from);
        work.pack(from + PIECE);
        jpvm.pvm_send(work, worker, WORK);
        return from + PIECE;
    }

    static boolean isWork(jpvmMessage message) {
        return message.messageTag == WORK;
    }

    static void answer(jpvmEnvironment jpvm, jpvmTaskId master, int count) throws jpvmException {
        jpvmBuffer result = new jpvmBuffer();
        result.pack(count);
        jpvm.pvm_send(result, master, RESULT);
    }
}
