package e14_hamming;

import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A stage with a thread, which takes what was put and passes on what it has merged. */
final class StageObject implements Stage, Runnable {
    private static final int WAITING_ARRAYS = 16;

    private final BlockingQueue<long[]> waiting = new ArrayBlockingQueue<>(WAITING_ARRAYS);
    private final Factor factor;
    private final int numbersOfCall;
    private volatile Stage next;

    StageObject(Factor factor, int numbersOfCall) {
        this.factor = factor;
        this.numbersOfCall = numbersOfCall;
    }

    void passTo(Stage stage) {
        next = stage;
    }

    @Override
    public void put(long[] numbers) throws InterruptedException {
        waiting.put(numbers); // waits while the stage is behind
    }

    @Override
    public void run() {
        try {
            long[] numbers;
            do {
                numbers = waiting.take();
                Factor.Numbers merged = factor.merge(numbers, numbers.length, numbers.length == 0);
                for (int i = 0; i < merged.length(); i += numbersOfCall) {
                    next.put(Arrays.copyOfRange(merged.values(), i, Math.min(merged.length(), i + numbersOfCall)));
                }
            } while (numbers.length > 0);
            next.put(numbers);
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
    }
}
