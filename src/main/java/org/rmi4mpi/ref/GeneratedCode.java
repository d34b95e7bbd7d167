package org.rmi4mpi.ref;

import static org.objectweb.asm.Opcodes.*;

import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** What the code of stubs and skeletons has in common. Stateless, but for the number of the next class. */
final class GeneratedCode {
    static final String OBJECT = "Ljava/lang/Object;";

    private static final AtomicInteger LAST = new AtomicInteger();

    private GeneratedCode() {}

    /** Internal name of a class beside another one, which no other has. */
    static String name(Class<?> beside, String role) {
        return Type.getInternalName(beside) + "_" + role + "$" + LAST.incrementAndGet();
    }

    static ClassWriter begin(String name, String superclass, String[] interfaces) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS) {
            @Override
            protected String getCommonSuperClass(String one, String other) {
                return "java/lang/Object"; // no method here joins two types
            }
        };
        writer.visit(V17, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, name, null, superclass, interfaces);
        return writer;
    }

    /** One that hands its arguments on to the superclass's. */
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

    /** Takes a value of the type from the call on the stack, and from what is above it. */
    static void get(MethodVisitor code, String call, String above, Class<?> type) {
        code.visitMethodInsn(INVOKEVIRTUAL, call, "get" + suffix(type), "(" + above + ")" + wide(type), false);
        if (!type.isPrimitive() && type != Object.class) {
            code.visitTypeInsn(CHECKCAST, Type.getInternalName(type));
        }
    }

    /** Gives the value on the stack, of the type, to the call beneath it. */
    static void put(MethodVisitor code, String call, Class<?> type) {
        String argument = type == void.class ? "" : wide(type);
        code.visitMethodInsn(INVOKEVIRTUAL, call, "put" + suffix(type), "(" + argument + ")V", false);
    }

    private static String wide(Class<?> type) {
        return type.isPrimitive() ? type.descriptorString() : OBJECT;
    }

    /** Of the methods that get and put values of a type. */
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

    /** That code cannot be generated is no trouble; that there is no memory is. */
    static void rethrowIfFatal(Throwable e) {
        if (e instanceof VirtualMachineError fatal) {
            throw fatal;
        }
    }
}
