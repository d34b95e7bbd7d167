package org.rmi4mpi.bench.call;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import mpi.MPI;

/**
 * One process of a measured group: a rank of ours, or a JVM with JDK RMI. The benchmark sends it commands as lines over
 * a socket. A control thread reads them, and the main thread makes the calls.
 *
 * <p>Arguments: the benchmark's port; with JDK RMI also the member's number.
 */
public final class Member {
    private final MainThread mainThread = new MainThread();
    private final BufferedReader in;
    private final PrintWriter out;
    private final MemberCommands commands;
    private final RemoteSystem system;

    private Member(int port, int index, RemoteSystem system) throws IOException {
        @SuppressWarnings("resource") // open to the end
        Socket control = new Socket(InetAddress.getLoopbackAddress(), port);
        control.setTcpNoDelay(true);
        in = new BufferedReader(new InputStreamReader(control.getInputStream(), StandardCharsets.UTF_8));
        out = new PrintWriter(control.getOutputStream(), true, StandardCharsets.UTF_8);
        this.system = system;
        commands = new MemberCommands(index, system, mainThread);
        out.println(index + "\t" + ProcessHandle.current().pid());
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 2) {
            int index = Integer.parseInt(args[1]);
            new Member(Integer.parseInt(args[0]), index, new JdkSystem(index == 0)).run();
            System.exit(0); // whatever is exported
        }
        String[] mine = MPI.Init(args);
        new Member(Integer.parseInt(mine[0]), MPI.COMM_WORLD.Rank(), new RankSystem()).run();
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
