package org.rmi4mpi.serial;

import static org.objectweb.asm.Opcodes.*;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Creates lookups that may define hidden classes next to a class. The JDK grants this only within one module, and each
 * class loader has a module of its own. Elsewhere a class of ours, one in each package, obtains the lookup. Stateless.
 */
final class PrivateLookup {
    private static final String NAME = "Rmi4mpiLookup";
    private static final MethodType TYPE = MethodType.methodType(MethodHandles.Lookup.class);

    private PrivateLookup() {}

    /** @throws IllegalAccessException if the module of the class is closed to us */
    static MethodHandles.Lookup in(Class<?> type) throws ReflectiveOperationException {
        MethodHandles.Lookup own = MethodHandles.lookup();
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, own);
        return lookup.hasFullPrivilegeAccess() ? lookup : MethodHandles.privateLookupIn(type, within(lookup));
    }

    private static MethodHandles.Lookup within(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        String name = lookup.lookupClass().getPackageName() + "." + NAME;
        Class<?> asking;
        try {
            asking = lookup.defineClass(asking(name.replace('.', '/')));
        } catch (LinkageError e) {
            asking = lookup.findClass(name); // defined by an earlier call
        }
        MethodHandle method = lookup.findStatic(asking, "lookup", TYPE);
        try {
            return (MethodHandles.Lookup) method.invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException(e); // the method only calls lookup(), which does not throw
        }
    }

    /** Generates a class with one package-private method. */
    private static byte[] asking(String name) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(V17, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, name, null, "java/lang/Object", null);
        MethodVisitor code = writer.visitMethod(ACC_STATIC, "lookup", TYPE.toMethodDescriptorString(), null, null);
        code.visitCode();
        code.visitMethodInsn(INVOKESTATIC, Type.getInternalName(MethodHandles.class), "lookup",
                TYPE.toMethodDescriptorString(), false);
        code.visitInsn(ARETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
