package e22_steering;

import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.registry.LocateRegistry;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Scanner;

/** Watches and steers a running job, by the JDK's java.rmi alone. */
public class Terminal {
    /** @param args host, port, and commands; without commands it reads them */
    public static void main(String[] args) throws Exception {
        Steering job = (Steering) LocateRegistry.getRegistry(args[0], Integer.parseInt(args[1])).lookup("sor");
        List<String> given = Arrays.asList(args).subList(2, args.length);
        Iterator<String> commands = given.isEmpty()
                ? new Scanner(System.in, Charset.defaultCharset()).useDelimiter("\\R") : given.iterator();
        System.out.println("commands: state, omega NUMBER, pause, go, picture FILE, stop");
        boolean goesOn = true;
        while (goesOn && commands.hasNext()) {
            goesOn = obey(job, commands.next().trim().split(" "));
        }
    }

    /** Returns false if the job has been told to stop. */
    private static boolean obey(Steering job, String[] words) throws Exception {
        switch (words[0]) {
            case "state" -> System.out.println(job.state());
            case "omega" -> setOmega(job, Double.parseDouble(words[1]));
            case "pause" -> job.pause();
            case "go" -> job.resume();
            case "picture" -> {
                byte[] picture = job.picture();
                Files.write(Path.of(words[1]), picture);
                System.out.println(words[1] + " has " + picture.length + " bytes");
            }
            case "stop" -> job.stop();
            default -> System.out.println("there is no command " + words[0]);
        }
        return !words[0].equals("stop");
    }

    private static void setOmega(Steering job, double omega) throws Exception {
        try {
            job.setOmega(omega);
        } catch (IllegalArgumentException e) {
            System.out.println("refused by the job: " + e.getMessage());
        }
    }
}
