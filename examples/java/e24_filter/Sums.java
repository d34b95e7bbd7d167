package e24_filter;

import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.util.Arrays;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** The sums of all numbers up to each, beside a rank in Fortran that has their differences. */
public final class Sums extends UnicastRemoteObject implements Filter {
    private static final long serialVersionUID = 1L;

    private Sums() throws RemoteException {}

    @Override
    public double[] apply(double[] row) {
        Arrays.parallelPrefix(row, Double::sum);
        return row;
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Naming.rebind("//rank0/sums", new Sums());
        Filter differences = lookup("differences");
        System.out.println("the differences in Fortran: "
                + Arrays.toString(differences.apply(new double[] {1, 3, 6, 10})));
        try {
            differences.apply(new double[0]);
        } catch (IllegalArgumentException e) {
            System.out.println("thrown in Fortran: " + e.getMessage());
        }
        MPI.Finalize();
    }

    /** Waits until the rank in Fortran has bound its object. */
    private static Filter lookup(String name) throws Exception {
        while (true) {
            try {
                return (Filter) Naming.lookup(name);
            } catch (NotBoundException e) {
                Thread.sleep(10);
            }
        }
    }
}
