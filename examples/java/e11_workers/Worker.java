package e11_workers;

import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;

/** Counts the primes of each piece that it gets. */
final class Worker {
    private Worker() {}

    public static void main(String[] args) throws jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        for (jpvmMessage each = jpvm.pvm_recv(); Primes.isWork(each); each = jpvm.pvm_recv()) {
            int from = each.buffer.upkint();
            int to = each.buffer.upkint();
            Primes.answer(jpvm, each.sourceTid, primes(from, to));
        }
        jpvm.pvm_exit();
    }

    private static int primes(int from, int to) {
        int count = 0;
        for (int i = Math.max(2, from); i < to; i++) {
            boolean isPrime = i == 2 || i % 2 != 0;
            for (int d = 3; isPrime && (long) d * d <= i; d += 2) {
                isPrime = i % d != 0;
            }
            count += isPrime ? 1 : 0;
        }
        return count;
    }
}
