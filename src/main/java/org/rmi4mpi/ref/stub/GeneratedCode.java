package org.rmi4mpi.ref.stub;

import static org.objectweb.asm.Opcodes.*;

import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** The common parts of generated stubs and skeletons. Stateless, except for the number of the next class. */
final class GeneratedCode {
    static final String OBJECT = "Ljava/lang/Object;";

    private static final AtomicInteger LAST = new AtomicInteger();

    private GeneratedCode() {}

    /** A unique internal name for a class in the package of another one. */
    static String name(Class<?> beside, String role) {
        return Type.getInternalName(beside) + "_" + role + "$" + LAST.incrementAndGet();
    }

    /** Whether a class has such a name. */
    static boolean isName(String className) {
        int number = className.lastIndexOf('$');
        return className.startsWith("_Stub", number - 5) || className.startsWith("_Skeleton", number - 9);
    }

    static ClassWriter begin(String name, String superclass, String[] interfaces) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS) {
            @Override
            protected String getCommonSuperClass(String one, String other) {
                return "java/lang/Object"; // no generated method merges two types
            }
        };
        writer.visit(V17, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, name, null, superclass, interfaces);
        return writer;
    }

    /** Generates a constructor that passes its arguments to the superclass. */
    static void constructor(ClassWriter writer, String superclass, String descriptor) {
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC, "<init>", descriptor, null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        int next = 1;
        for (Type type : Type.getArgumentTypes(descriptor)) {
            code.visitVarInsn(type.getOpcode(ILOAD), next);
            next += type.getSize();
        }
        code.visitMethodInsn(INVOKESPECIAL, superclass, "<init>", descriptor, false);
        code.visitInsn(RETURN);
        end(code);
    }

    /** Generates a get call. Stack: the call, the arguments in {@code above}; afterwards the value. */
    static void get(MethodVisitor code, String call, String above, Class<?> type) {
        code.visitMethodInsn(INVOKEVIRTUAL, call, "get" + suffix(type), "(" + above + ")" + wide(type), false);
        if (!type.isPrimitive() && type != Object.class) {
            code.visitTypeInsn(CHECKCAST, Type.getInternalName(type));
        }
    }

    /** Generates a put call. Stack: the call, the value. */
    static void put(MethodVisitor code, String call, Class<?> type) {
        String argument = type == void.class ? "" : wide(type);
        code.visitMethodInsn(INVOKEVIRTUAL, call, "put" + suffix(type), "(" + argument + ")V", false);
    }

    private static String wide(Class<?> type) {
        return type.isPrimitive() ? type.descriptorString() : OBJECT;
    }

    /** The suffix of the get and put methods for a type. */
    private static String suffix(Class<?> type) {
        if (!type.isPrimitive()) {
            return "Object";
        }
        String name = type.getName();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    static void fail(MethodVisitor code, String why) {
        code.visitTypeInsn(NEW, "java/lang/AssertionError");
        code.visitInsn(DUP);
        code.visitLdcInsn(why);
        code.visitMethodInsn(INVOKESPECIAL, "java/lang/AssertionError", "<init>", "(Ljava/lang/Object;)V", false);
        code.visitInsn(ATHROW);
    }

    static void end(MethodVisitor code) {
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /**
     * Rethrows a lack of memory or stack. Any other failure to generate code is harmless, because reflection is used
     * instead.
     */
    static void rethrowIfFatal(Throwable e) {
        if (e instanceof VirtualMachineError fatal) {
            throw fatal;
        }
    }
}
