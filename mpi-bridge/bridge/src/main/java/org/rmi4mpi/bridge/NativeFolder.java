package org.rmi4mpi.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;

/**
 * Where the bridge's libraries for each ABI of MPI are: in the folder {@code natives} beside the jar, or in
 * rmi4mpi-natives.jar on the class path, whose files are copied to the user's cache once. Stateless.
 */
final class NativeFolder {
    private static final String RESOURCES = "org/rmi4mpi/natives/";

    private NativeFolder() {}

    /**
     * The path of a library for one ABI.
     *
     * @return null if there are no such libraries for this platform
     */
    static Path find(Path jars, String abi, String library) {
        String file = platform() + "/" + abi + "/" + library;
        Path beside = jars == null ? null : jars.resolve("natives").resolve(file);
        return beside != null && Files.exists(beside) ? beside : copied(file);
    }

    private static String platform() {
        String arch = System.getProperty("os.arch");
        return "linux-" + (arch.equals("amd64") ? "x86_64" : arch);
    }

    private static Path copied(String file) {
        try (InputStream in = NativeFolder.class.getClassLoader().getResourceAsStream(RESOURCES + file)) {
            if (in == null) {
                return null;
            }
            byte[] bytes = in.readAllBytes();
            CRC32 checksum = new CRC32();
            checksum.update(bytes);
            Path path = cache().resolve(Long.toHexString(checksum.getValue())).resolve(file);
            if (!Files.exists(path) || Files.size(path) != bytes.length) {
                write(path, bytes);
            }
            return path;
        } catch (IOException e) {
            throw new UncheckedIOException("the libraries of rmi4mpi-natives.jar cannot be copied to " + cache()
                    + ": have it be writable, or name another folder by XDG_CACHE_HOME", e);
        }
    }

    /** Other ranks may do the same. */
    private static void write(Path path, byte[] bytes) throws IOException {
        Files.createDirectories(path.getParent());
        Path part = Files.createTempFile(path.getParent(), "part", null);
        Files.write(part, bytes);
        Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path cache() {
        String folder = System.getenv("XDG_CACHE_HOME");
        return Path.of(folder == null || folder.isEmpty() ? System.getProperty("user.home") + "/.cache" : folder,
                "rmi4mpi", "natives");
    }
}
