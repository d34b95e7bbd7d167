package org.rmi4mpi.jpvm;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Rewrites class files of the program, so that calls which affect the whole process affect only the task. Calls of
 * certain JDK methods and of {@code MPI.Finalize} become calls of {@link TaskCalls}. The receiver, if any, becomes the
 * first argument. Reads of {@code System.out} and {@code System.err} become calls too. Handlers of Throwable and Error
 * pass the task's exit on; see {@link ExitHandlers}. Stateless.
 */
final class TaskRewriter {
    static final String CALLS = "org/rmi4mpi/jpvm/TaskCalls";
    /** Type of System.out and System.err. */
    private static final String STREAM = "Ljava/io/PrintStream;";

    /** Maps owner, name and descriptor of a method to the descriptor of its replacement, which has the same name. */
    private static final Map<String, String> REPLACED = Map.of(
            "java/lang/System.exit(I)V", "(I)V",
            "java/lang/Runtime.exit(I)V", "(Ljava/lang/Runtime;I)V",
            "java/lang/Runtime.halt(I)V", "(Ljava/lang/Runtime;I)V",
            "java/lang/Runtime.addShutdownHook(Ljava/lang/Thread;)V", "(Ljava/lang/Runtime;Ljava/lang/Thread;)V",
            "java/lang/Runtime.removeShutdownHook(Ljava/lang/Thread;)Z", "(Ljava/lang/Runtime;Ljava/lang/Thread;)Z",
            "java/lang/System.setOut(Ljava/io/PrintStream;)V", "(Ljava/io/PrintStream;)V",
            "java/lang/System.setErr(Ljava/io/PrintStream;)V", "(Ljava/io/PrintStream;)V",
            "java/lang/Thread.setDefaultUncaughtExceptionHandler(Ljava/lang/Thread$UncaughtExceptionHandler;)V",
            "(Ljava/lang/Thread$UncaughtExceptionHandler;)V",
            "mpi/MPI.Finalize()V", "()V");

    /** Text in the constants of every class that needs rewriting, and of few others. */
    private static final Pattern CONCERNED = Pattern.compile(
            "exit|halt|ShutdownHook|java/io/PrintStream|setDefaultUncaughtExceptionHandler|Finalize"
                    + "|java/lang/Throwable|java/lang/Error");

    private TaskRewriter() {}

    static byte[] rewrite(String name, byte[] bytes) {
        if (!CONCERNED.matcher(new String(bytes, StandardCharsets.ISO_8859_1)).find()) {
            return bytes;
        }
        try {
            ClassReader reader = new ClassReader(bytes);
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(new Calls(writer), 0);
            return writer.toByteArray();
        } catch (RuntimeException e) {
            System.err.println("rmi4mpi: class " + name + " could not be rewritten, and runs as it is: " + e);
            return bytes;
        }
    }

    private static String replacement(String owner, String name, String descriptor) {
        return REPLACED.get(owner + "." + name + descriptor);
    }

    private static final class Calls extends ClassVisitor {
        Calls(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                String[] exceptions) {
            return new Method(
                    new ExitHandlers(super.visitMethod(access, name, descriptor, signature, exceptions)));
        }
    }

    private static final class Method extends MethodVisitor {
        Method(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            String replacement = opcode == Opcodes.INVOKESPECIAL ? null : replacement(owner, name, descriptor);
            if (replacement == null) {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            } else {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, name, replacement, false);
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (opcode == Opcodes.GETSTATIC && owner.equals("java/lang/System")
                    && descriptor.equals(STREAM)) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, name, "()" + STREAM, false);
            } else {
                super.visitFieldInsn(opcode, owner, name, descriptor);
            }
        }

        /** Rewrites method references. */
        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            Object[] rewritten = arguments.clone();
            for (int i = 0; i < rewritten.length; i++) {
                if (rewritten[i] instanceof Handle handle) {
                    rewritten[i] = replaced(handle);
                }
            }
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, rewritten);
        }

        private static Handle replaced(Handle handle) {
            String replacement = replacement(handle.getOwner(), handle.getName(), handle.getDesc());
            return replacement == null ? handle
                    : new Handle(Opcodes.H_INVOKESTATIC, CALLS, handle.getName(), replacement, false);
        }
    }
}
