package org.rmi4mpi.agent;

import java.util.Map;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Replaces JDK classes by ours wherever a class file names one: superclasses, descriptors, instructions, frames,
 * constants, lambdas, generic signatures, annotations. {@link CallRewriter} replaces some single methods, and {@link
 * LoaderRewriter} extends class loaders. Stateless.
 */
final class ClassRewriter {
    private static final String OURS = "org/rmi4mpi/rmi/";

    private static final Map<String, String> CLASSES = Map.of(
            "java/rmi/server/UnicastRemoteObject", OURS + "UnicastRemoteObject",
            "java/rmi/server/RemoteServer", OURS + "RemoteServer",
            "java/rmi/registry/LocateRegistry", OURS + "LocateRegistry",
            "java/rmi/Naming", OURS + "Naming",
            "java/rmi/MarshalledObject", OURS + "MarshalledObject");

    /** Occurs in the constants of every class that has to change, and of few others. */
    private static final Pattern CONCERNED = Pattern.compile(
            "java/rmi/|java/lang/Process;|exit|halt|interrupt|setSecurityManager|forName|loadClass|findClass"
                    + "|java/util/concurrent/locks/|ThreadLocal|currentThread");

    private static final Remapper REMAPPER = new Remapper(Opcodes.ASM9) {
        @Override
        public String map(String name) {
            return CLASSES.get(name); // null leaves the name unchanged
        }
    };

    private ClassRewriter() {}

    /**
     * Whether a class file may contain something to rewrite.
     *
     * @param text the class file, one character a byte
     */
    static boolean mayConcern(String text) {
        return CONCERNED.matcher(text).find();
    }

    /** Rewrites a class. Its frames stay valid, since no class changes its position in the hierarchy. */
    static byte[] rewrite(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(calls(new ClassRemapper(writer, REMAPPER)), 0);
        return writer.toByteArray();
    }

    private static ClassVisitor calls(ClassVisitor next) {
        return new ClassVisitor(Opcodes.ASM9, next) {
            private int classVersion;
            private String superclass;

            @Override
            public void visit(int version, int access, String name, String signature, String superName,
                    String[] interfaces) {
                classVersion = version;
                superclass = superName;
                super.visit(version, access, name, signature, superName, interfaces);
            }

            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                MethodVisitor calls = new CallRewriter(
                        LoaderRewriter.of(method, classVersion, superclass, access, name, descriptor));
                return name.equals("$deserializeLambda$") ? names(calls) : calls;
            }
        };
    }

    /** Rewrites class names in string constants: a serializable lambda compares them when it is read. */
    private static MethodVisitor names(MethodVisitor next) {
        return new MethodVisitor(Opcodes.ASM9, next) {
            @Override
            public void visitLdcInsn(Object value) {
                super.visitLdcInsn(value instanceof String text ? renamed(text) : value);
            }
        };
    }

    private static String renamed(String text) {
        String result = CLASSES.getOrDefault(text, text);
        for (Map.Entry<String, String> each : CLASSES.entrySet()) {
            result = result.replace("L" + each.getKey() + ";", "L" + each.getValue() + ";");
        }
        return result;
    }
}
