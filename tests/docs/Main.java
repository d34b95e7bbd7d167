import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import mpi.MPI;
import org.rmi4mpi.rmi.Ranks;

/** The user's program in docs/cluster.md. It ends at once, or, where its folder has a file "wait", when it is told to. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        if (Files.exists(Path.of("wait"))) {
            Ranks.onTermination(() -> System.out.println("rank " + rank + " has saved"));
            MPI.COMM_WORLD.Barrier();
            System.out.println("rank " + rank + " waits");
            new CountDownLatch(1).await();
        }
        System.out.println("rank " + rank + " of " + MPI.COMM_WORLD.Size() + " has " + List.of(args));
        MPI.Finalize();
    }
}
