package org.rmi4mpi.jpvm.rewrite;

import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Rewrites class files of the program, so that calls which affect the whole process affect only the task. Calls of
 * certain JDK methods and of {@code MPI.Finalize} become calls of {@code TaskCalls}. Reads of {@code System.out} and
 * {@code System.err} become calls too. Before {@code Method.invoke}, and in lookups of method handles, the methods that
 * end the JVM are found. Handlers of exceptions pass the task's exit on; see {@link ExitHandlers}. Immutable.
 */
final class TaskRewriter {
    /** Type of System.out and System.err. */
    private static final String STREAM = "Ljava/io/PrintStream;";
    private static final String METHOD = "java/lang/reflect/Method";
    private static final String INVOKE = "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";
    private static final String LOOK_UP = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
            + "Ljava/lang/invoke/MethodHandle;";

    /** Replaced methods: owner, name and descriptor. The replacement has the same name. */
    private static final Set<String> STATIC = Set.of(
            "java/lang/ClassLoader.getSystemClassLoader()Ljava/lang/ClassLoader;",
            "java/lang/System.exit(I)V",
            "java/lang/System.setOut(Ljava/io/PrintStream;)V",
            "java/lang/System.setErr(Ljava/io/PrintStream;)V",
            "java/lang/Thread.setDefaultUncaughtExceptionHandler(Ljava/lang/Thread$UncaughtExceptionHandler;)V",
            "mpi/MPI.Finalize()V");
    /** Methods whose receiver becomes the first argument of the replacement. */
    private static final Set<String> VIRTUAL = Set.of(
            "java/lang/Runtime.exit(I)V",
            "java/lang/Runtime.halt(I)V",
            "java/lang/Runtime.addShutdownHook(Ljava/lang/Thread;)V",
            "java/lang/Runtime.removeShutdownHook(Ljava/lang/Thread;)Z",
            "java/lang/invoke/MethodHandles$Lookup.findStatic" + LOOK_UP,
            "java/lang/invoke/MethodHandles$Lookup.findVirtual" + LOOK_UP,
            "java/lang/invoke/MethodHandles$Lookup.bind(Ljava/lang/Object;Ljava/lang/String;"
                    + "Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;",
            "java/lang/invoke/MethodHandles$Lookup.unreflect(Ljava/lang/reflect/Method;)"
                    + "Ljava/lang/invoke/MethodHandle;");

    /** Internal name of the class that has the replacements. */
    private final String calls;

    TaskRewriter(Class<?> calls) {
        this.calls = Type.getInternalName(calls);
    }

    byte[] rewrite(String name, byte[] bytes) {
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

    /** The descriptor of a method's replacement; null if it is not replaced. */
    private static String replacement(String owner, String name, String descriptor) {
        String method = owner + "." + name + descriptor;
        if (STATIC.contains(method)) {
            return descriptor;
        }
        return VIRTUAL.contains(method) ? "(L" + owner + ";" + descriptor.substring(1) : null;
    }

    private final class Calls extends ClassVisitor {
        private boolean hasFrames;

        Calls(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String superName,
                String[] interfaces) {
            hasFrames = (version & 0xFFFF) >= Opcodes.V1_6;
            super.visit(version, access, name, signature, superName, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return new Method(new ExitHandlers(next, calls, hasFrames));
        }
    }

    private final class Method extends MethodVisitor {
        Method(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (owner.equals(METHOD) && name.equals("invoke") && descriptor.equals(INVOKE)) {
                passInvoked();
            }
            String replacement = opcode == Opcodes.INVOKESPECIAL ? null : replacement(owner, name, descriptor);
            if (replacement == null) {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            } else {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, calls, name, replacement, false);
            }
        }

        /**
         * Passes the method, its target and its arguments to {@code TaskCalls.invoked}, and leaves them on the stack. The
         * class still invokes the method itself, since access depends on the invoking class.
         */
        private void passInvoked() {
            super.visitInsn(Opcodes.DUP2_X1);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, calls, "invoked",
                    "(L" + METHOD + ";" + INVOKE.substring(1, INVOKE.indexOf(')') + 1) + "L" + METHOD + ";", false);
            super.visitInsn(Opcodes.DUP_X2);
            super.visitInsn(Opcodes.POP);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + 2, maxLocals);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (opcode == Opcodes.GETSTATIC && owner.equals("java/lang/System")
                    && descriptor.equals(STREAM)) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, calls, name, "()" + STREAM, false);
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

        private Handle replaced(Handle handle) {
            String replacement = replacement(handle.getOwner(), handle.getName(), handle.getDesc());
            return replacement == null ? handle
                    : new Handle(Opcodes.H_INVOKESTATIC, calls, handle.getName(), replacement, false);
        }
    }
}
