package e22_steering;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import mpi.MPI;
import org.rmi4mpi.gateway.Caller;
import org.rmi4mpi.gateway.Gateway;
import org.rmi4mpi.gateway.GatewaySettings;
import org.rmi4mpi.ref.CallInfo;
import org.rmi4mpi.ref.Interceptor;
import org.rmi4mpi.rmi.Calls;

/** Successive over-relaxation of a plate that is hot above. Each rank has some rows. Rank 0 is told from outside how to go on. */
public class SteeredSor {
    private static final int ROWS = 240;
    private static final int COLUMNS = 240;
    private static final int TAG = 1;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int from = ROWS * rank / size;
    private final int rows = ROWS * (rank + 1) / size - from;
    /** The own rows, with a row of each neighbour before and behind them. */
    private final double[] grid = new double[(rows + 2) * COLUMNS];

    /** @param args the port of the gateway */
    public static void main(String[] args) throws Exception {
        args = MPI.Init(args);
        SteeredSor sor = new SteeredSor();
        if (sor.rank == 0) {
            Wheel wheel = new Wheel();
            Calls.intercept(new Log());
            try (Gateway gateway = Gateway.open(
                    new GatewaySettings(Integer.parseInt(args[0])).blocking(Steered.class, Steering.class))) {
                Gateway.publish("sor", wheel);
                System.out.println("the plate can be steered at port " + gateway.port());
                sor.lead(wheel);
            }
            System.out.println("stopped: " + wheel.state());
        } else {
            sor.follow();
        }
        MPI.Finalize();
    }

    /** Tells who steers. */
    private static final class Log implements Interceptor {
        @Override
        public void serving(CallInfo call) {
            String address = call.metadata().get(Caller.ADDRESS_KEY);
            if (address != null && call.method().getReturnType() == void.class) {
                System.out.println(call.method().getName() + " by " + address.replaceFirst(":[0-9]+$", ""));
            }
        }
    }

    private void lead(Wheel wheel) throws InterruptedException, IOException {
        if (from == 0) {
            java.util.Arrays.fill(grid, COLUMNS, 2 * COLUMNS, 1);
        }
        while (true) {
            Wheel.Order order = wheel.next();
            double[] words = {order.omega(), order.stops() ? 1 : 0, order.pictures().isEmpty() ? 0 : 1};
            MPI.COMM_WORLD.Bcast(words, 0, words.length, MPI.DOUBLE, 0);
            if (!order.pictures().isEmpty()) {
                byte[] picture = picture(gathered());
                order.pictures().forEach(each -> each.complete(picture));
            }
            if (order.stops()) {
                return;
            }
            double change = iterate(order.omega());
            if (order.omega() > 0) {
                wheel.done(change);
            }
        }
    }

    private void follow() {
        double[] words = new double[3];
        while (true) {
            MPI.COMM_WORLD.Bcast(words, 0, words.length, MPI.DOUBLE, 0);
            if (words[2] != 0) {
                gathered();
            }
            if (words[1] != 0) {
                return;
            }
            iterate(words[0]);
        }
    }

    /** Relaxes the red points, then the black ones. Rank 0 gets the largest change of all ranks. */
    private double iterate(double omega) {
        double[] change = {0};
        if (omega == 0) {
            return 0;
        }
        for (int colour = 0; colour < 2; colour++) {
            int above = rank == 0 ? MPI.PROC_NULL : rank - 1;
            int below = rank == size - 1 ? MPI.PROC_NULL : rank + 1;
            MPI.COMM_WORLD.Sendrecv(grid, COLUMNS, COLUMNS, MPI.DOUBLE, above, TAG,
                    grid, (rows + 1) * COLUMNS, COLUMNS, MPI.DOUBLE, below, TAG);
            MPI.COMM_WORLD.Sendrecv(grid, rows * COLUMNS, COLUMNS, MPI.DOUBLE, below, TAG,
                    grid, 0, COLUMNS, MPI.DOUBLE, above, TAG);
            for (int row = 1; row <= rows; row++) {
                int global = from + row - 1;
                if (global > 0 && global < ROWS - 1) {
                    change[0] = Math.max(change[0], relax(row, 1 + (global + colour) % 2, omega));
                }
            }
        }
        double[] largest = new double[1];
        MPI.COMM_WORLD.Reduce(change, 0, largest, 0, 1, MPI.DOUBLE, MPI.MAX, 0);
        return largest[0];
    }

    private double relax(int row, int first, double omega) {
        double largest = 0;
        for (int i = row * COLUMNS + first; i < (row + 1) * COLUMNS - 1; i += 2) {
            double change = (grid[i - COLUMNS] + grid[i + COLUMNS] + grid[i - 1] + grid[i + 1]) / 4 - grid[i];
            grid[i] += omega * change;
            largest = Math.max(largest, Math.abs(change));
        }
        return largest;
    }

    /** The rows of all ranks, at rank 0. */
    private double[] gathered() {
        int[] counts = new int[size];
        int[] places = new int[size];
        for (int each = 0; each < size; each++) {
            places[each] = ROWS * each / size * COLUMNS;
            counts[each] = ROWS * (each + 1) / size * COLUMNS - places[each];
        }
        double[] all = new double[ROWS * COLUMNS];
        MPI.COMM_WORLD.Gatherv(grid, COLUMNS, rows * COLUMNS, MPI.DOUBLE, all, 0, counts, places, MPI.DOUBLE, 0);
        return all;
    }

    private static byte[] picture(double[] all) throws IOException {
        BufferedImage image = new BufferedImage(COLUMNS, ROWS, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < all.length; i++) {
            float heat = (float) Math.min(1, Math.max(0, all[i]));
            image.setRGB(i % COLUMNS, i / COLUMNS, Color.HSBtoRGB(0.7f * (1 - heat), 0.8f, 0.3f + 0.7f * heat));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }
}
