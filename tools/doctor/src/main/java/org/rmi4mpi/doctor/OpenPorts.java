package org.rmi4mpi.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The ports at which processes of this host listen, read from Linux. Stateless. */
public final class OpenPorts {
    /** A socket of TCP that listens, and one of UDP that has no peer. */
    private static final String LISTENS = "0A";
    private static final String UNCONNECTED = "07";
    private static final Pattern LAUNCHER = Pattern.compile("mpirun|mpiexec|orte|prte|hydra");
    /** Columns of a table of sockets. */
    private static final int ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    /**
     * A port.
     *
     * @param protocol tcp or udp
     */
    public record Port(String protocol, InetSocketAddress address) {
        /** Whether this host alone can reach it. */
        public boolean isLocal() {
            return address.getAddress().isLoopbackAddress();
        }

        /** The address and the port, as {@code ss} shows them. */
        @Override
        public String toString() {
            String host = address.getAddress().getHostAddress();
            String shown = host.contains(":") ? "[" + compressed(host) + "]" : host;
            return shown + ":" + address.getPort() + ("tcp".equals(protocol) ? "" : "/" + protocol);
        }

        private static String compressed(String host) {
            return host.replaceFirst("(^|:)0(:0)+(:|$)", "::");
        }
    }

    private OpenPorts() {}

    /** Returns the ports of a process of this user, in order of their numbers. */
    public static List<Port> of(long process) {
        return of(sockets(process));
    }

    /** Returns the ports of a process, except for those that it has inherited from the processes that started it. */
    static List<Port> ofChild(long process) {
        Set<String> sockets = sockets(process);
        Optional<ProcessHandle> parent = ProcessHandle.of(process).flatMap(ProcessHandle::parent);
        while (parent.isPresent()) {
            sockets.removeAll(sockets(parent.get().pid()));
            parent = parent.get().parent();
        }
        return of(sockets);
    }

    /**
     * Returns the ports of the processes of mpirun, by their names.
     *
     * @param starter the process that has started a rank
     */
    public static Map<String, List<Port>> ofLaunchers(ProcessHandle starter) {
        Map<String, List<Port>> all = new LinkedHashMap<>();
        Optional<ProcessHandle> launcher = Optional.of(starter);
        while (launcher.isPresent() && LAUNCHER.matcher(name(launcher.get())).lookingAt()) {
            all.put(name(launcher.get()) + " (process " + launcher.get().pid() + ")", ofChild(launcher.get().pid()));
            launcher = launcher.get().parent();
        }
        return all;
    }

    private static String name(ProcessHandle process) {
        return process.info().command().map(command -> Path.of(command).getFileName().toString()).orElse("");
    }

    private static List<Port> of(Set<String> sockets) {
        List<Port> ports = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6", "udp", "udp6")) {
            addTo(ports, table, sockets);
        }
        ports.sort(Comparator.comparingInt(port -> port.address().getPort()));
        return ports;
    }

    /** The inodes of the sockets of a process; none if it has ended, or is another user's. */
    private static Set<String> sockets(long process) {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/" + process + "/fd"))) {
            for (Path file : files) {
                String target = target(file);
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        } catch (IOException e) {
            return inodes;
        }
        return inodes;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // closed in the meantime
        }
    }

    private static void addTo(List<Port> ports, String table, Set<String> sockets) {
        String listening = table.startsWith("tcp") ? LISTENS : UNCONNECTED;
        for (String line : NodeFacts.text(Path.of("/proc/net/" + table)).lines().skip(1).toList()) {
            String[] columns = line.strip().split("\\s+");
            if (columns[STATE].equals(listening) && sockets.contains(columns[INODE])) {
                ports.add(new Port(table.substring(0, 3), address(columns[ADDRESS])));
            }
        }
    }

    /** Reads an address of one or four words in the order of this machine's bytes, and a port: 0100007F:0401. */
    static InetSocketAddress address(String text) {
        int colon = text.indexOf(':');
        ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(text.substring(0, colon)));
        ByteBuffer bytes = ByteBuffer.allocate(words.capacity()).order(ByteOrder.nativeOrder());
        while (words.hasRemaining()) {
            bytes.putInt(words.getInt());
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes.array()),
                    Integer.parseInt(text.substring(colon + 1), 16));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text + ": expected an address of 4 or 16 bytes", e);
        }
    }
}
