package org.rmi4mpi.tests.hostile;

import java.util.Arrays;
import mpi.MPI;

/** The ranks exchange their first large array with hardly any stack left. Later exchanges have enough stack. */
public final class FirstArrayWithoutStack {
    private static final int LENGTH = 8 << 20;

    private final byte[] sent = new byte[LENGTH];
    private final byte[] received = new byte[LENGTH];
    private int overflows;

    private FirstArrayWithoutStack() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        FirstArrayWithoutStack attack = new FirstArrayWithoutStack();
        Thread thread = new Thread(null, attack::descend, "attack", 300 << 10);
        thread.start();
        thread.join();
        attack.exchange();
        System.out.println("rank " + MPI.COMM_WORLD.Rank() + " exchanged after " + (attack.overflows > 0));
        MPI.Finalize();
    }

    /** Recurses to the end of the stack. On the way back each level tries, until one has enough stack. */
    private boolean descend() {
        try {
            if (descend()) {
                return true;
            }
        } catch (StackOverflowError e) {
            overflows++;
        }
        try {
            MPI.COMM_SELF.Irecv(received, 0, LENGTH, MPI.BYTE, 0, 1).Cancel();
            return true;
        } catch (StackOverflowError e) {
            overflows++;
            return false;
        }
    }

    private void exchange() {
        Arrays.fill(sent, (byte) 7);
        MPI.COMM_SELF.Sendrecv(sent, 0, LENGTH, MPI.BYTE, 0, 2, received, 0, LENGTH, MPI.BYTE, 0, 2);
        if (!Arrays.equals(sent, received)) {
            throw new IllegalStateException("other bytes arrived");
        }
    }
}
