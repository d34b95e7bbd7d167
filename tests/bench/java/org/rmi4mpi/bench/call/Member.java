package org.rmi4mpi.bench.call;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import mpi.MPI;

/**
 * One process of a measured group: a rank of ours, or a JVM with JDK RMI. The benchmark sends it commands as lines over
 * a socket. A control thread reads them, and the main thread makes the calls.
 *
 * <p>Arguments: the host and port of the benchmark; with JDK RMI also the member's number. The first member is on that
 * host.
 */
public final class Member {
    private final MainThread mainThread = new MainThread();
    private final BufferedReader in;
    private final PrintWriter out;
    private final MemberCommands commands;
    private final RemoteSystem system;

    private Member(String host, int port, int index, RemoteSystem system) throws IOException {
        @SuppressWarnings("resource") // open to the end
        Socket control = new Socket(host, port);
        control.setTcpNoDelay(true);
        in = new BufferedReader(new InputStreamReader(control.getInputStream(), StandardCharsets.UTF_8));
        out = new PrintWriter(control.getOutputStream(), true, StandardCharsets.UTF_8);
        this.system = system;
        commands = new MemberCommands(index, system, mainThread);
        out.println(index + "\t" + ProcessHandle.current().pid());
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 3) {
            int index = Integer.parseInt(args[2]);
            new Member(args[0], Integer.parseInt(args[1]), index, new JdkSystem(index == 0, args[0])).run();
            System.exit(0); // whatever is exported
        }
        String[] mine = MPI.Init(args);
        new Member(mine[0], Integer.parseInt(mine[1]), MPI.COMM_WORLD.Rank(), new RankSystem()).run();
    }

    private void run() throws InterruptedException {
        Thread control = new Thread(this::listen, "control");
        control.setDaemon(true);
        control.start();
        mainThread.run();
        system.end();
    }

    private void listen() {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(answer(line));
                if (commands.ended()) {
                    mainThread.end();
                    return;
                }
            }
        } catch (IOException e) {
            // as at its end
        }
        Runtime.getRuntime().halt(1); // the benchmark has gone
    }

    private String answer(String line) {
        try {
            return "ok\t" + commands.run(line.split("\t"));
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            return "error\t" + e.toString().replaceAll("\\s+", " ");
        }
    }
}
