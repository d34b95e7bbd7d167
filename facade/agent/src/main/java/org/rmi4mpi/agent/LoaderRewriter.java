package org.rmi4mpi.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lets each class loader find our classes, also one that does not delegate to the loader of the class path, such as that of
 * an OSGi bundle: rewritten classes name them. Where a loader is asked for one of them by {@code loadClass}, it asks the
 * system class loader. The added code names the JDK's classes alone, since it also goes into {@link ClassLoader}. Stateless.
 */
final class LoaderRewriter extends MethodVisitor {
    private static final String LOADER = "java/lang/ClassLoader";
    private static final String BY_NAME = "(Ljava/lang/String;)Ljava/lang/Class;";
    private static final String RESOLVING = "(Ljava/lang/String;Z)Ljava/lang/Class;";
    /** The packages whose classes rewritten and generated classes name. */
    private static final String[] OUR_PACKAGES = {"org.rmi4mpi.rmi.", "org.rmi4mpi.ref.", "org.rmi4mpi.serial."};
    private static final int STACK = 2;

    /** Whether stack map frames have to be given. */
    private final boolean hasFrames;

    private LoaderRewriter(MethodVisitor next, int version) {
        super(Opcodes.ASM9, next);
        hasFrames = (version & 0xFFFF) >= Opcodes.V1_6;
    }

    /** Returns a visitor that extends the method if a class loader may be asked by it; otherwise the same visitor. */
    static MethodVisitor of(MethodVisitor next, int version, String superclass, int access, String name,
            String descriptor) {
        boolean isAsked = name.equals("loadClass") && (descriptor.equals(BY_NAME) || descriptor.equals(RESOLVING))
                && (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0
                && !superclass.equals("java/lang/Object");
        return isAsked ? new LoaderRewriter(next, version) : next;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        Label ours = new Label();
        Label others = new Label();
        super.visitVarInsn(Opcodes.ALOAD, 1);
        super.visitJumpInsn(Opcodes.IFNULL, others);
        for (String start : OUR_PACKAGES) {
            super.visitVarInsn(Opcodes.ALOAD, 1);
            super.visitLdcInsn(start);
            super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "startsWith", "(Ljava/lang/String;)Z",
                    false);
            super.visitJumpInsn(Opcodes.IFNE, ours);
        }
        super.visitJumpInsn(Opcodes.GOTO, others);
        frame(ours);
        super.visitVarInsn(Opcodes.ALOAD, 0); // a system class loader of the program's own must not ask itself
        super.visitMethodInsn(Opcodes.INVOKESTATIC, LOADER, "getSystemClassLoader", "()L" + LOADER + ";", false);
        super.visitJumpInsn(Opcodes.IF_ACMPEQ, others);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, LOADER, "getSystemClassLoader", "()L" + LOADER + ";", false);
        super.visitVarInsn(Opcodes.ALOAD, 1);
        super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOADER, "loadClass", BY_NAME, false);
        super.visitInsn(Opcodes.ARETURN);
        frame(others);
        super.visitInsn(Opcodes.NOP); // keeps a frame at the method's own first instruction apart
    }

    private void frame(Label label) {
        super.visitLabel(label);
        if (hasFrames) {
            super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        super.visitMaxs(Math.max(stack, STACK), locals);
    }

    // ---- the JDK's own

    /**
     * Extends ClassLoader itself, whose method the JDK's other loaders call, such as URLClassLoader. The loaders of the
     * class path and of modules have methods of their own.
     */
    static void rewriteClassLoader(Instrumentation instrumentation) throws UnmodifiableClassException {
        ClassFileTransformer once = new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
                    byte[] bytes) {
                return redefined == ClassLoader.class ? rewritten(bytes) : null;
            }
        };
        instrumentation.addTransformer(once, true);
        try {
            instrumentation.retransformClasses(ClassLoader.class);
        } finally {
            instrumentation.removeTransformer(once);
        }
    }

    private static byte[] rewritten(byte[] classLoader) {
        ClassReader reader = new ClassReader(classLoader);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                return name.equals("loadClass") && descriptor.equals(RESOLVING)
                        ? new LoaderRewriter(next, Opcodes.V17) : next;
            }
        }, 0);
        return writer.toByteArray();
    }
}
