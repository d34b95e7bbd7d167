package gate;

import java.rmi.Naming;

/** Binds the solver, and another object. */
public class SolverRank {
    public static void main(String[] arguments) throws Exception {
        SolverObject solver = new SolverObject();
        Naming.rebind("solver", solver);
        Naming.rebind("secret", new PartObject());
        System.out.println("the solver is bound");
        solver.awaitStop();
        System.out.println("the solver has stopped");
    }
}
