package org.rmi4mpi.bench.call;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The benchmark's connection to one member. Owned by the thread that measures. */
final class Control {
    private static final int LONGEST_ANSWER_MS = 120_000;

    private final BufferedReader in;
    private final PrintWriter out;
    private final int index;
    private final long process;

    Control(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(LONGEST_ANSWER_MS);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
        String[] words = String.valueOf(in.readLine()).split("\t");
        if (words.length != 2) {
            throw new IOException("a member ended before it said who it is");
        }
        index = Integer.parseInt(words[0]);
        process = Long.parseLong(words[1]);
    }

    int index() {
        return index;
    }

    long process() {
        return process;
    }

    void tell(Object... words) {
        StringBuilder line = new StringBuilder();
        for (Object word : words) {
            line.append(line.length() == 0 ? "" : "\t").append(word);
        }
        out.println(line);
    }

    String answer() throws IOException {
        String line = in.readLine();
        if (line == null || !line.startsWith("ok\t")) {
            throw new IOException("member " + index + ": " + (line == null ? "has ended" : line));
        }
        return line.substring("ok\t".length());
    }
}
