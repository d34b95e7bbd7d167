package org.rmi4mpi.serial;

import static org.objectweb.asm.Opcodes.*;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * A field that a copier is generated for. Immutable.
 *
 * @param place offset among the primitive fields in bytes, or index among the references
 * @param setter null if generated code may assign the field as the class itself does
 */
record CopierMember(String name, Class<?> type, int place, MethodHandle setter, boolean unshared) {
    private static final String COPIER = Type.getInternalName(FieldCopier.class);

    /** @param lookup a full lookup in the class */
    static CopierMember of(ClassPlan plan, MethodHandles.Lookup lookup, FieldAccess access, int place)
            throws ReflectiveOperationException {
        Field field = access.real;
        boolean isRecord = plan.type.isRecord();
        boolean nameable = canName(lookup, field.getType());
        if (isRecord && !nameable) {
            throw new IllegalAccessException("the arguments of the constructor have to be named");
        }
        boolean plain = isRecord || nameable && !Modifier.isFinal(field.getModifiers());
        return new CopierMember(field.getName(), field.getType(), place,
                plain ? null : setter(plan.type, lookup, field), access.field.isUnshared());
    }

    /** Whether the class may name the field's type, which can be inaccessible in another package. */
    private static boolean canName(MethodHandles.Lookup lookup, Class<?> fieldType) {
        try {
            Class<?> element = fieldType;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            return element.isPrimitive() || lookup.accessClass(element) != null;
        } catch (IllegalAccessException e) {
            return false;
        }
    }

    private static MethodHandle setter(Class<?> owner, MethodHandles.Lookup lookup, Field field)
            throws IllegalAccessException {
        field.setAccessible(true);
        MethodHandle setter = lookup.unreflectSetter(field);
        return field.getType().isPrimitive() ? setter
                : setter.asType(MethodType.methodType(void.class, owner, Object.class));
    }

    String descriptor() {
        return type.descriptorString();
    }

    boolean isText() {
        return type == String.class && !unshared;
    }

    /** The type of a variable for this value in a stack map frame. */
    Object frameType() {
        return type == long.class ? LONG : type == float.class ? FLOAT : type == double.class ? DOUBLE
                : type.isPrimitive() ? INTEGER : Type.getInternalName(Object.class);
    }

    /**
     * @param bytes the variable that holds the bytes; {@code at} is the variable that holds the offset of the first
     *     field
     */
    void loadPrimitive(MethodVisitor code, int bytes, int at) {
        code.visitVarInsn(ALOAD, bytes);
        loadSum(code, at, place);
        code.visitMethodInsn(INVOKESTATIC, COPIER, type + "At", "([BI)" + descriptor(), false);
    }

    static void loadSum(MethodVisitor code, int variable, int number) {
        code.visitVarInsn(ILOAD, variable);
        if (number > 0) {
            loadNumber(code, number);
            code.visitInsn(IADD);
        }
    }

    static void loadNumber(MethodVisitor code, int number) {
        if (number <= 5) {
            code.visitInsn(ICONST_0 + number);
        } else if (number <= Byte.MAX_VALUE) {
            code.visitIntInsn(BIPUSH, number);
        } else if (number <= Short.MAX_VALUE) {
            code.visitIntInsn(SIPUSH, number);
        } else {
            code.visitLdcInsn(number);
        }
    }
}
