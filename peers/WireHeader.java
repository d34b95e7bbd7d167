import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.rmi4mpi.wire.PeerCodes;
import org.rmi4mpi.wire.PeerFrame;

/** Writes the header for C with the constants of docs/wire.md. Called by the Makefile, with the classes on the class path. */
final class WireHeader {
    private WireHeader() {}

    public static void main(String[] arguments) throws IllegalAccessException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println("/* Made from org.rmi4mpi.wire.PeerFrame and PeerCodes: see docs/wire.md. */");
        out.println("#ifndef RMI4MPI_WIRE_H");
        out.println("#define RMI4MPI_WIRE_H");
        for (Class<?> each : List.of(PeerFrame.class, PeerCodes.class)) {
            out.println();
            for (Field field : each.getFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.getType().isPrimitive()) {
                    Object value = field.get(null);
                    out.println("#define RMI4MPI_WIRE_" + field.getName() + " " + value + (value instanceof Long ? "LL" : ""));
                }
            }
        }
        out.println();
        out.println("#endif");
    }
}
