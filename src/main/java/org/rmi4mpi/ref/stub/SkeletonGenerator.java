package org.rmi4mpi.ref.stub;

import static org.objectweb.asm.Opcodes.*;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Generates the skeleton of a remote interface in its package. The skeleton reads the arguments, calls the method and
 * writes the result without boxing and reflection. If the package is closed to us, the skeleton uses reflection.
 * Stateless.
 */
public final class SkeletonGenerator {
    private static final String SKELETON = Type.getInternalName(Skeleton.class);
    private static final String CALL = Type.getInternalName(IncomingCall.class);
    private static final String DISPATCH = "(ILjava/lang/Object;L" + CALL + ";)V";
    private static final String ONE = "(Ljava/lang/Object;L" + CALL + ";)V";

    private SkeletonGenerator() {}

    public static Skeleton generate(Class<?> remote, Method[] methods) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(remote, MethodHandles.lookup());
            String name = GeneratedCode.name(remote, "Skeleton");
            Class<?> defined = lookup.defineClass(code(name, remote, methods));
            return (Skeleton) lookup.findConstructor(defined, java.lang.invoke.MethodType.methodType(void.class))
                    .invoke();
        } catch (Throwable e) {
            GeneratedCode.rethrowIfFatal(e);
            return new ReflectiveSkeleton(methods);
        }
    }

    private static byte[] code(String name, Class<?> remote, Method[] methods) {
        ClassWriter writer = GeneratedCode.begin(name, SKELETON, new String[0]);
        GeneratedCode.constructor(writer, SKELETON, "()V");
        for (int i = 0; i < methods.length; i++) {
            method(writer, i, remote, methods[i]);
        }
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC, "call", DISPATCH, null, null);
        code.visitCode();
        Label[] cases = new Label[methods.length];
        for (int i = 0; i < cases.length; i++) {
            cases[i] = new Label();
        }
        Label none = new Label();
        code.visitVarInsn(ILOAD, 1);
        code.visitTableSwitchInsn(0, cases.length - 1, none, cases);
        for (int i = 0; i < cases.length; i++) {
            code.visitLabel(cases[i]);
            code.visitVarInsn(ALOAD, 2);
            code.visitVarInsn(ALOAD, 3);
            code.visitMethodInsn(INVOKESTATIC, name, "call" + i, ONE, false);
            code.visitInsn(RETURN);
        }
        code.visitLabel(none);
        GeneratedCode.fail(code, "no method of this number");
        GeneratedCode.end(code);
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Generates one method for each remote method, because the JIT compiler skips methods of more than 8,000 bytes. */
    private static void method(ClassWriter writer, int number, Class<?> remote, Method method) {
        MethodVisitor code = writer.visitMethod(ACC_PRIVATE | ACC_STATIC, "call" + number, ONE, null, null);
        code.visitCode();
        Class<?>[] types = method.getParameterTypes();
        int[] locals = new int[types.length];
        int next = 2;
        for (boolean primitives : new boolean[] {true, false}) {
            for (int i = 0; i < types.length; i++) {
                if (types[i].isPrimitive() == primitives) {
                    locals[i] = next;
                    next += Type.getType(types[i]).getSize();
                    code.visitVarInsn(ALOAD, 1);
                    GeneratedCode.get(code, CALL, "", types[i]);
                    code.visitVarInsn(Type.getType(types[i]).getOpcode(ISTORE), locals[i]);
                }
            }
        }
        code.visitVarInsn(ALOAD, 1);
        code.visitMethodInsn(INVOKEVIRTUAL, CALL, "endArguments", "()V", false);
        code.visitVarInsn(ALOAD, 1);
        code.visitVarInsn(ALOAD, 0);
        code.visitTypeInsn(CHECKCAST, Type.getInternalName(remote));
        for (int i = 0; i < types.length; i++) {
            code.visitVarInsn(Type.getType(types[i]).getOpcode(ILOAD), locals[i]);
        }
        code.visitMethodInsn(INVOKEINTERFACE, Type.getInternalName(remote), method.getName(),
                Type.getMethodDescriptor(method), true);
        GeneratedCode.put(code, CALL, method.getReturnType());
        code.visitInsn(RETURN);
        GeneratedCode.end(code);
    }

    /** The skeleton of an interface whose package is closed. */
    private static final class ReflectiveSkeleton extends Skeleton {
        private final Method[] methods;

        ReflectiveSkeleton(Method[] methods) {
            this.methods = methods;
            for (Method method : methods) {
                method.trySetAccessible();
            }
        }

        @Override
        public void call(int number, Object target, IncomingCall call) throws Throwable {
            Method method = methods[number];
            Object[] arguments = BoxedValues.getArguments(method.getParameterTypes(), call);
            call.endArguments();
            Object result;
            try {
                result = method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
            BoxedValues.putResult(method.getReturnType(), result, call);
        }
    }
}
