package org.rmi4mpi.tests.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A copy of the installed jars, whose classes ask {@link Faults} before they allocate. An agent that rewrote them while
 * they load would itself fail at the end of a stack.
 */
final class FaultyLibrary implements AutoCloseable {
    private static final Pattern OURS =
            Pattern.compile(
                    "(org/rmi4mpi/(bridge|dispatch|launch|ref|rmi|serial|transport|wire)/.*|mpi/[^/]*)\\.class");

    private final Path folder = Files.createTempDirectory("rmi4mpi-faults");

    /** @param build folder of what was built */
    FaultyLibrary(Path build) throws IOException {
        for (String part : List.of("bin", "lib")) {
            Files.createDirectory(folder.resolve(part));
            try (Stream<Path> files = Files.list(build.resolve(part))) {
                for (Path file : files.toList()) {
                    Path copy = folder.resolve(part).resolve(file.getFileName());
                    if (file.toString().endsWith(".jar")) {
                        rewrite(file, copy);
                    } else {
                        Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                    }
                }
            }
        }
    }

    Path launcher() {
        return folder.resolve("bin/rmi4mpirun");
    }

    private static void rewrite(Path jar, Path copy) throws IOException {
        try (JarFile in = new JarFile(jar.toFile());
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(copy))) {
            out.setLevel(1);
            for (Enumeration<JarEntry> entries = in.entries(); entries.hasMoreElements();) {
                JarEntry entry = entries.nextElement();
                byte[] bytes = in.getInputStream(entry).readAllBytes();
                out.putNextEntry(new JarEntry(entry.getName()));
                out.write(OURS.matcher(entry.getName()).matches() ? rewritten(bytes) : bytes);
            }
        }
    }

    private static byte[] rewritten(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0); // a static call without arguments leaves stack and frames
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor code = super.visitMethod(access, name, descriptor, signature, exceptions);
                return name.equals("<clinit>") ? code : new AllocationRewriter(code);
            }
        }, 0);
        return writer.toByteArray();
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
