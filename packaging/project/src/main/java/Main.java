package @PACKAGE@;

import mpi.MPI;
import org.rmi4mpi.rmi.Naming;

/** Each rank greets the next one. */
public class Main {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        System.out.println(greetNext());
        MPI.Finalize();
    }

    static String greetNext() throws Exception {
        int rank = MPI.COMM_WORLD.Rank();
        int next = (rank + 1) % MPI.COMM_WORLD.Size();
        Naming.rebind("//rank" + rank + "/greeter", new RankGreeter());
        MPI.COMM_WORLD.Barrier(); // all names are bound
        Greeter greeter = (Greeter) Naming.lookup("//rank" + next + "/greeter");
        return greeter.greet("rank " + rank);
    }
}
