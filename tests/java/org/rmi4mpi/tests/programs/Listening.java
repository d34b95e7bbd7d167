package org.rmi4mpi.tests.programs;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import mpi.MPI;
import org.rmi4mpi.doctor.OpenPorts;

/** Each rank prints the ports at which MPI listens, then that of a socket of its own; rank 0 also those of mpirun. */
public final class Listening {
    private Listening() {}

    public static void main(String[] args) throws IOException {
        MPI.Init(args);
        MPI.COMM_WORLD.Barrier();
        long process = ProcessHandle.current().pid();
        StringBuilder lines = new StringBuilder();
        for (OpenPorts.Port port : OpenPorts.of(process)) {
            lines.append("of MPI: ").append(port).append('\n');
        }
        try (ServerSocket socket = new ServerSocket(0)) {
            for (OpenPorts.Port port : OpenPorts.of(process)) {
                if (port.address().getPort() == socket.getLocalPort()) {
                    lines.append("of the program: ").append(port).append('\n');
                }
            }
        }
        if (MPI.COMM_WORLD.Rank() == 0) {
            Map<String, List<OpenPorts.Port>> launchers = OpenPorts.ofLaunchers(ProcessHandle.current().parent().get());
            launchers.forEach((name, ports) -> ports.forEach(
                    port -> lines.append("of ").append(name).append(": ").append(port).append('\n')));
        }
        System.out.print(lines);
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }
}
