package names;

import java.nio.file.Path;
import java.rmi.ConnectException;
import java.rmi.registry.LocateRegistry;

/** Starts JVMs, which look for the registry that this one has created. */
public class Children {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            try {
                LocateRegistry.getRegistry(Integer.parseInt(args[0])).list();
            } catch (ConnectException e) {
                System.exit(4);
            }
            return;
        }
        LocateRegistry.createRegistry(2040);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String[] command = {java, "-cp", System.getProperty("java.class.path"), "names.Children", "2040"};
        System.out.println("by a builder: " + new ProcessBuilder(command).inheritIO().start().waitFor());
        System.out.println("by the runtime: " + Runtime.getRuntime().exec(command).waitFor());
        System.out.println("other command: " + Runtime.getRuntime().exec("true").waitFor());
    }
}
