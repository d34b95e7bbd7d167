package gate;

import java.rmi.Naming;

/** Gives the solver an object of another rank. */
public class PartRank {
    private static PartObject part;

    public static void main(String[] arguments) throws Exception {
        part = new PartObject();
        ((Solver) Naming.lookup("solver")).join(part);
        System.out.println("the part has joined");
    }
}
