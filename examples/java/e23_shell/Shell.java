package e23_shell;

import java.util.HashMap;
import jdk.jshell.tool.JavaShellToolBuilder;
import org.rmi4mpi.rmi.Ranks;

/** Rank 0 is the JDK's shell. What is declared there travels to the ranks that need it. */
public class Shell {
    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        if (Ranks.own() == 0) {
            JavaShellToolBuilder.builder().persistence(new HashMap<>()).run("-s", "--execution", "local");
        }
        Ranks.barrier();
    }
}
