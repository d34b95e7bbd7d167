package org.rmi4mpi.serial;

import static org.objectweb.asm.Opcodes.*;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Generates the copier of one class: a hidden class in the nest of the class, which it reads and writes the fields of
 * like the class itself. Final fields are written by method handles, constants of the hidden class. Nothing but the
 * {@link ClassPlan} holds it, so that it goes with the class. Owned by the thread that generates.
 *
 * <p>Methods are split so that the JIT compiler takes them whole: it compiles none of over 8,000 bytes, and
 * inlines into one no more than that.
 */
final class CopierGenerator {
    private static final int PRIMITIVES_PER_METHOD = 32;
    private static final int REFERENCES_PER_METHOD = 256;

    private static final String COPIER = Type.getInternalName(FieldCopier.class);
    private static final String HANDLE = Type.getInternalName(MethodHandle.class);
    private static final Handle CLASS_DATA_AT = new Handle(H_INVOKESTATIC, Type.getInternalName(MethodHandles.class),
            "classDataAt", MethodType.methodType(Object.class, MethodHandles.Lookup.class, String.class, Class.class,
                    int.class).toMethodDescriptorString(), false);

    private static final String COPY = "(Ljava/lang/Object;[BI)V";
    private static final String GET = "(Ljava/lang/Object;I)Ljava/lang/Object;";
    private static final String SET = "(Ljava/lang/Object;ILjava/lang/Object;)V";
    private static final String NEW_INSTANCE = "()Ljava/lang/Object;";
    private static final String NEW_RECORD = "([BI[Ljava/lang/Object;)Ljava/lang/Object;";

    // what the methods have as local variables
    private static final int OBJECT = 1;
    private static final int BYTES = 2;
    private static final int AT = 3;
    private static final int TYPED = 4;
    private static final int INDEX = 2;
    private static final int VALUE = 3;
    private static final int RECORD_BYTES = 1;
    private static final int RECORD_AT = 2;
    private static final int RECORD_REFERENCES = 3;

    /** A field, and its place: in the bytes, or among the references. */
    private record Member(String name, Class<?> type, int place, MethodHandle setter) {
        String descriptor() {
            return type.descriptorString();
        }
    }

    private final ClassPlan plan;
    private final Class<?> type;
    private final MethodHandles.Lookup lookup;
    private final String owner;
    private final String self;
    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    private final List<Object> constants = new ArrayList<>();
    private final List<Member> primitives = new ArrayList<>();
    private final List<Member> references = new ArrayList<>();

    /** Returns null where the class cannot have one. */
    static FieldCopier generate(ClassPlan plan) {
        if (plan.type.isHidden() || !sees(plan.type.getClassLoader()) || !isWhole(plan)) {
            return null;
        }
        try {
            return new CopierGenerator(plan).generate();
        } catch (Error e) {
            if (e instanceof LinkageError || e instanceof StackOverflowError) {
                return null; // its module does not read ours, or we are deep in a graph
            }
            throw e;
        } catch (Throwable e) {
            return null; // its module is closed, or it has more fields than a class may refer to
        }
    }

    private static boolean sees(ClassLoader loader) {
        try {
            return Class.forName(FieldCopier.class.getName(), false, loader) == FieldCopier.class;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static boolean isWhole(ClassPlan plan) {
        for (FieldAccess field : plan.fields) {
            if (field.isAbsent()) {
                return false;
            }
        }
        return plan.kind != ClassPlan.Kind.RECORD
                || plan.canonicalConstructor != null && plan.fields.length == plan.components.length;
    }

    private CopierGenerator(ClassPlan plan) throws ReflectiveOperationException {
        this.plan = plan;
        type = plan.type;
        lookup = PrivateLookup.in(type);
        owner = Type.getInternalName(type);
        self = owner + "$Copier";
        int at = 0;
        for (FieldAccess field : plan.fields) {
            if (field.size > 0) {
                primitives.add(member(field, at));
                at += field.size;
            } else {
                references.add(member(field, references.size()));
            }
        }
    }

    private Member member(FieldAccess access, int place) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(access.field.getName());
        boolean nameable = canName(field.getType());
        if (type.isRecord() && !nameable) {
            throw new IllegalAccessException("the arguments of the constructor have to be named");
        }
        boolean plain = type.isRecord() || nameable && !Modifier.isFinal(field.getModifiers());
        return new Member(field.getName(), field.getType(), place, plain ? null : setter(field));
    }

    /** A field's type may be of another package, and none of ours. */
    private boolean canName(Class<?> fieldType) {
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

    private MethodHandle setter(Field field) throws IllegalAccessException {
        field.setAccessible(true);
        MethodHandle setter = lookup.unreflectSetter(field);
        return field.getType().isPrimitive() ? setter
                : setter.asType(MethodType.methodType(void.class, type, Object.class));
    }

    private FieldCopier generate() throws Throwable {
        writer.visit(V17, ACC_FINAL | ACC_SUPER, self, null, COPIER, null);
        constructor();
        inParts("copyOut", COPY, primitives, this::copyOut);
        choosing("get", GET, references, this::get);
        if (plan.kind == ClassPlan.Kind.RECORD) {
            newRecord();
        } else {
            inParts("copyIn", COPY, primitives, this::copyIn);
            choosing("set", SET, references, this::set);
            newInstance();
        }
        writer.visitEnd();
        MethodHandles.Lookup hidden = lookup.defineHiddenClassWithClassData(writer.toByteArray(), constants, true,
                MethodHandles.Lookup.ClassOption.NESTMATE);
        return (FieldCopier) hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class)).invoke();
    }

    private void constructor() {
        method(0, "<init>", "()V", code -> {
            code.visitVarInsn(ALOAD, 0);
            code.visitMethodInsn(INVOKESPECIAL, COPIER, "<init>", "()V", false);
            code.visitInsn(RETURN);
        });
    }

    private interface Body {
        void write(MethodVisitor code);
    }

    private interface MemberBody {
        void write(MethodVisitor code, Member member);
    }

    private void method(int access, String name, String descriptor, Body body) {
        MethodVisitor code = writer.visitMethod(access, name, descriptor, null, null);
        code.visitCode();
        body.write(code);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    // ---- primitive fields

    /** One method for the fields, or one that calls those for some fields each. */
    private void inParts(String name, String descriptor, List<Member> members, MemberBody body) {
        if (members.size() <= PRIMITIVES_PER_METHOD) {
            method(ACC_PUBLIC, name, descriptor, code -> allOf(code, members, body));
            return;
        }
        method(ACC_PUBLIC, name, descriptor, code -> {
            forParts(members, PRIMITIVES_PER_METHOD, (fields, part) -> callPart(code, name + part, descriptor));
            code.visitInsn(RETURN);
        });
        forParts(members, PRIMITIVES_PER_METHOD, (fields, part) -> method(ACC_PRIVATE, name + part, descriptor,
                code -> allOf(code, fields, body)));
    }

    private static void forParts(List<Member> members, int size, ObjIntConsumer<List<Member>> action) {
        for (int part = 0; part * size < members.size(); part++) {
            action.accept(members.subList(part * size, Math.min(members.size(), (part + 1) * size)), part);
        }
    }

    private void callPart(MethodVisitor code, String name, String descriptor) {
        code.visitVarInsn(ALOAD, 0);
        int variable = 1;
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            code.visitVarInsn(argument.getOpcode(ILOAD), variable++);
        }
        code.visitMethodInsn(INVOKEVIRTUAL, self, name, descriptor, false);
    }

    private void allOf(MethodVisitor code, List<Member> members, MemberBody body) {
        code.visitVarInsn(ALOAD, OBJECT);
        code.visitTypeInsn(CHECKCAST, owner);
        code.visitVarInsn(ASTORE, TYPED);
        for (Member member : members) {
            body.write(code, member);
        }
        code.visitInsn(RETURN);
    }

    private void copyOut(MethodVisitor code, Member field) {
        code.visitVarInsn(ALOAD, BYTES);
        loadSum(code, AT, field.place);
        code.visitVarInsn(ALOAD, TYPED);
        code.visitFieldInsn(GETFIELD, owner, field.name, field.descriptor());
        code.visitMethodInsn(INVOKESTATIC, COPIER, "put", "([BI" + field.descriptor() + ")V", false);
    }

    private void copyIn(MethodVisitor code, Member field) {
        if (field.setter != null) {
            loadConstant(code, field.setter, MethodHandle.class);
        }
        code.visitVarInsn(ALOAD, TYPED);
        loadPrimitive(code, field, BYTES, AT);
        put(code, field);
    }

    private static void loadPrimitive(MethodVisitor code, Member field, int bytes, int at) {
        code.visitVarInsn(ALOAD, bytes);
        loadSum(code, at, field.place);
        code.visitMethodInsn(INVOKESTATIC, COPIER, field.type + "At", "([BI)" + field.descriptor(), false);
    }

    private static void loadSum(MethodVisitor code, int variable, int number) {
        code.visitVarInsn(ILOAD, variable);
        if (number > 0) {
            loadNumber(code, number);
            code.visitInsn(IADD);
        }
    }

    /** From the stack: the handle if there is one, the object, the value. */
    private void put(MethodVisitor code, Member field) {
        if (field.setter != null) {
            code.visitMethodInsn(INVOKEVIRTUAL, HANDLE, "invokeExact",
                    field.setter.type().toMethodDescriptorString(), false);
        } else {
            code.visitFieldInsn(PUTFIELD, owner, field.name, field.descriptor());
        }
    }

    // ---- references

    /** One method that chooses by the index, or one that calls those for some fields each. */
    private void choosing(String name, String descriptor, List<Member> members, MemberBody body) {
        if (members.size() <= REFERENCES_PER_METHOD) {
            method(ACC_PUBLIC, name, descriptor, code -> chooseField(code, members, body));
            return;
        }
        method(ACC_PUBLIC, name, descriptor, code -> {
            code.visitVarInsn(ILOAD, INDEX);
            loadNumber(code, REFERENCES_PER_METHOD);
            code.visitInsn(IDIV);
            choose(code, 0, (members.size() - 1) / REFERENCES_PER_METHOD, part -> {
                callPart(code, name + part, descriptor);
                code.visitInsn(Type.getReturnType(descriptor).getOpcode(IRETURN));
            });
        });
        forParts(members, REFERENCES_PER_METHOD, (fields, part) -> method(ACC_PRIVATE, name + part, descriptor,
                code -> chooseField(code, fields, body)));
    }

    private void chooseField(MethodVisitor code, List<Member> members, MemberBody body) {
        if (members.isEmpty()) {
            refuseIndex(code);
            return;
        }
        int first = members.get(0).place;
        code.visitVarInsn(ILOAD, INDEX);
        choose(code, first, first + members.size() - 1, place -> body.write(code, members.get(place - first)));
    }

    private static void choose(MethodVisitor code, int first, int last, IntConsumer body) {
        Label other = new Label();
        Label[] labels = new Label[last - first + 1];
        java.util.Arrays.setAll(labels, i -> new Label());
        code.visitTableSwitchInsn(first, last, other, labels);
        for (int i = first; i <= last; i++) {
            code.visitLabel(labels[i - first]);
            code.visitFrame(F_SAME, 0, null, 0, null);
            body.accept(i);
        }
        code.visitLabel(other);
        code.visitFrame(F_SAME, 0, null, 0, null);
        refuseIndex(code);
    }

    private static void refuseIndex(MethodVisitor code) {
        String exception = Type.getInternalName(IndexOutOfBoundsException.class);
        code.visitTypeInsn(NEW, exception);
        code.visitInsn(DUP);
        code.visitVarInsn(ILOAD, INDEX);
        code.visitMethodInsn(INVOKESPECIAL, exception, "<init>", "(I)V", false);
        code.visitInsn(ATHROW);
    }

    private void get(MethodVisitor code, Member field) {
        code.visitVarInsn(ALOAD, OBJECT);
        code.visitTypeInsn(CHECKCAST, owner);
        code.visitFieldInsn(GETFIELD, owner, field.name, field.descriptor());
        code.visitInsn(ARETURN);
    }

    private void set(MethodVisitor code, Member field) {
        if (field.setter != null) {
            loadConstant(code, field.setter, MethodHandle.class);
        }
        code.visitVarInsn(ALOAD, OBJECT);
        code.visitTypeInsn(CHECKCAST, owner);
        code.visitVarInsn(ALOAD, VALUE);
        if (field.setter == null) {
            code.visitTypeInsn(CHECKCAST, Type.getInternalName(field.type));
        }
        put(code, field);
        code.visitInsn(RETURN);
    }

    // ---- instances

    private void newInstance() {
        method(ACC_PUBLIC, "newInstance", NEW_INSTANCE, code -> {
            if (plan.isOfSerializablesOnly()) {
                code.visitLdcInsn(Type.getObjectType(owner));
                code.visitMethodInsn(INVOKESTATIC, COPIER, "allocate", "(Ljava/lang/Class;)Ljava/lang/Object;", false);
            } else {
                loadConstant(code, plan.constructor, java.lang.reflect.Constructor.class);
                code.visitMethodInsn(INVOKESTATIC, COPIER, "construct",
                        "(Ljava/lang/reflect/Constructor;)Ljava/lang/Object;", false);
            }
            code.visitInsn(ARETURN);
        });
    }

    private void newRecord() {
        List<Member> fields = new ArrayList<>(primitives);
        fields.addAll(references);
        method(ACC_PUBLIC, "newRecord", NEW_RECORD, code -> {
            code.visitTypeInsn(NEW, owner);
            code.visitInsn(DUP);
            Type[] arguments = new Type[plan.components.length];
            for (int i = 0; i < arguments.length; i++) {
                String name = plan.components[i].getName();
                Member field = fields.stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow();
                loadField(code, field);
                arguments[i] = Type.getType(field.descriptor());
            }
            code.visitMethodInsn(INVOKESPECIAL, owner, "<init>", Type.getMethodDescriptor(Type.VOID_TYPE, arguments),
                    false);
            code.visitInsn(ARETURN);
        });
    }

    private static void loadField(MethodVisitor code, Member field) {
        if (field.type.isPrimitive()) {
            loadPrimitive(code, field, RECORD_BYTES, RECORD_AT);
        } else {
            code.visitVarInsn(ALOAD, RECORD_REFERENCES);
            loadNumber(code, field.place);
            code.visitInsn(AALOAD);
            code.visitTypeInsn(CHECKCAST, Type.getInternalName(field.type));
        }
    }

    // ---- constants

    private void loadConstant(MethodVisitor code, Object value, Class<?> valueType) {
        constants.add(value);
        code.visitLdcInsn(new ConstantDynamic("_", valueType.descriptorString(), CLASS_DATA_AT, constants.size() - 1));
    }

    private static void loadNumber(MethodVisitor code, int number) {
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
