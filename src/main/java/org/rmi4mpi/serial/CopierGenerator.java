package org.rmi4mpi.serial;

import static org.objectweb.asm.Opcodes.*;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Generates the copier of one class: a hidden nestmate of the class, which accesses its fields as the class itself
 * does. Final fields are set by method handles, which are constants of the hidden class. Only the {@link ClassPlan}
 * refers to the copier, so that both are unloaded with the class. Owned by the generating thread.
 *
 * <p>Large copiers are split into several methods: the JIT compiler skips methods of more than 8,000 bytes, and stops
 * inlining at that size.
 */
final class CopierGenerator {
    private static final int PRIMITIVES_PER_METHOD = 32;
    private static final int REFERENCES_PER_METHOD = 128;

    private static final String COPIER = Type.getInternalName(FieldCopier.class);
    private static final String OUT = Type.getInternalName(ObjectWriter.class);
    private static final String IN = Type.getInternalName(ObjectReader.class);
    private static final String HANDLE = Type.getInternalName(MethodHandle.class);
    private static final String MISFIT = Type.getInternalName(ClassCastException.class);
    private static final String OBJECT_NAME = Type.getInternalName(Object.class);
    private static final Handle CLASS_DATA_AT = new Handle(H_INVOKESTATIC, Type.getInternalName(MethodHandles.class),
            "classDataAt", MethodType.methodType(Object.class, MethodHandles.Lookup.class, String.class, Class.class,
                    int.class).toMethodDescriptorString(),
            false);

    private static final String WRITE = "(Ljava/lang/Object;[BIL" + OUT + ";)V";
    private static final String READ = "(Ljava/lang/Object;[BIL" + IN + ";I)V";
    private static final String NEW_INSTANCE = "()Ljava/lang/Object;";
    private static final String NEW_RECORD = "([BIL" + IN + ";I)Ljava/lang/Object;";

    // local variables of the generated methods
    private static final int OBJECT = 1;
    private static final int BYTES = 2;
    private static final int AT = 3;
    private static final int STREAM = 4;
    private static final int OF_HANDLE = 5;
    private static final int TYPED = 6;
    private static final int VALUE = 7;
    private static final int INDEX = 8;
    private static final int RECORD_BYTES = 1;
    private static final int RECORD_AT = 2;
    private static final int RECORD_STREAM = 3;
    private static final int RECORD_HANDLE = 4;
    private static final int RECORD_VALUES = 5;

    private final ClassPlan plan;
    private final Class<?> type;
    private final MethodHandles.Lookup lookup;
    private final String owner;
    private final String self;
    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    private final List<Object> constants = new ArrayList<>();
    private final List<CopierMember> primitives = new ArrayList<>();
    private final List<CopierMember> references = new ArrayList<>();
    /** Handler for ClassCastException in the method that is being generated. */
    private Label misfit;
    private boolean refersToMisfit;

    /** Returns null if the class cannot have a copier. */
    static FieldCopier generate(ClassPlan plan) {
        if (plan.type.isHidden() || !sees(plan.type.getClassLoader()) || !isWhole(plan)) {
            return null;
        }
        try {
            return new CopierGenerator(plan).generate();
        } catch (Error e) {
            if (e instanceof LinkageError || e instanceof StackOverflowError) {
                return null; // the class's module does not read ours, or the stack is nearly used up
            }
            throw e;
        } catch (Throwable e) {
            return null; // the class's module is closed, or the constant pool has no room for all fields
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
                primitives.add(CopierMember.of(plan, lookup, field, at));
                at += field.size;
            } else {
                references.add(CopierMember.of(plan, lookup, field, references.size()));
            }
        }
    }

    private FieldCopier generate() throws Throwable {
        writer.visit(V17, ACC_FINAL | ACC_SUPER, self, null, COPIER, null);
        constructor();
        ofAll("write", WRITE, this::writePrimitive, this::writeReference);
        if (plan.kind == ClassPlan.Kind.RECORD) {
            newRecord();
        } else {
            ofAll("read", READ, this::readPrimitive, this::readReference);
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
            CopierMember.loadNumber(code, references.size());
            code.visitMethodInsn(INVOKESPECIAL, COPIER, "<init>", "(I)V", false);
            code.visitInsn(RETURN);
        });
    }

    private interface Body {
        void write(MethodVisitor code);
    }

    private interface MemberBody {
        void write(MethodVisitor code, CopierMember member);
    }

    private void method(int access, String name, String descriptor, Body body) {
        MethodVisitor code = writer.visitMethod(access, name, descriptor, null, null);
        code.visitCode();
        body.write(code);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    // ---- fields

    /** Generates one method for all fields; for many fields, one method that calls several parts. */
    private void ofAll(String name, String descriptor, MemberBody primitive, MemberBody reference) {
        if (primitives.size() <= PRIMITIVES_PER_METHOD && references.size() <= REFERENCES_PER_METHOD) {
            method(ACC_PUBLIC, name, descriptor, code -> {
                begin(code);
                primitives.forEach(member -> primitive.write(code, member));
                end(code, references, reference);
            });
            return;
        }
        List<String> parts = new ArrayList<>();
        forParts(primitives, PRIMITIVES_PER_METHOD, fields -> part(parts, name, descriptor, code -> {
            fields.forEach(member -> primitive.write(code, member));
            end(code, List.of(), reference);
        }));
        forParts(references, REFERENCES_PER_METHOD, fields -> part(parts, name, descriptor,
                code -> end(code, fields, reference)));
        method(ACC_PUBLIC, name, descriptor, code -> {
            parts.forEach(part -> callPart(code, part, descriptor));
            code.visitInsn(RETURN);
        });
    }

    private static void forParts(List<CopierMember> members, int size, Consumer<List<CopierMember>> action) {
        for (int from = 0; from < members.size(); from += size) {
            action.accept(members.subList(from, Math.min(members.size(), from + size)));
        }
    }

    private void part(List<String> parts, String name, String descriptor, Body body) {
        String part = name + parts.size();
        parts.add(part);
        method(ACC_PRIVATE, part, descriptor, code -> {
            begin(code);
            body.write(code);
        });
    }

    private void callPart(MethodVisitor code, String name, String descriptor) {
        code.visitVarInsn(ALOAD, 0);
        int variable = 1;
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            code.visitVarInsn(argument.getOpcode(ILOAD), variable++);
        }
        code.visitMethodInsn(INVOKEVIRTUAL, self, name, descriptor, false);
    }

    private void begin(MethodVisitor code) {
        code.visitVarInsn(ALOAD, OBJECT);
        code.visitTypeInsn(CHECKCAST, owner);
        code.visitVarInsn(ASTORE, TYPED);
    }

    /** Generates the reference fields, and the handler for a value of a wrong type. */
    private void end(MethodVisitor code, List<CopierMember> members, MemberBody body) {
        misfit = new Label();
        refersToMisfit = false;
        members.forEach(member -> body.write(code, member));
        code.visitInsn(RETURN);
        if (refersToMisfit) {
            code.visitLabel(misfit);
            Object[] locals = {self, OBJECT_NAME, "[B", INTEGER, IN, INTEGER, owner, OBJECT_NAME, INTEGER};
            code.visitFrame(F_FULL, locals.length, locals, 1, new Object[] {MISFIT});
            code.visitLdcInsn(Type.getObjectType(owner));
            code.visitVarInsn(ALOAD, OBJECT);
            code.visitVarInsn(ALOAD, VALUE);
            code.visitVarInsn(ILOAD, INDEX);
            code.visitMethodInsn(INVOKESTATIC, COPIER, "misfit", "(L" + MISFIT
                    + ";Ljava/lang/Class;Ljava/lang/Object;Ljava/lang/Object;I)L" + MISFIT + ";", false);
            code.visitInsn(ATHROW);
        }
    }

    private void writePrimitive(MethodVisitor code, CopierMember field) {
        code.visitVarInsn(ALOAD, BYTES);
        CopierMember.loadSum(code, AT, field.place());
        code.visitVarInsn(ALOAD, TYPED);
        code.visitFieldInsn(GETFIELD, owner, field.name(), field.descriptor());
        code.visitMethodInsn(INVOKESTATIC, COPIER, "put", "([BI" + field.descriptor() + ")V", false);
    }

    private void readPrimitive(MethodVisitor code, CopierMember field) {
        if (field.setter() != null) {
            loadConstant(code, field.setter(), MethodHandle.class);
        }
        code.visitVarInsn(ALOAD, TYPED);
        field.loadPrimitive(code, BYTES, AT);
        put(code, field);
    }

    /** Stack: the setter if there is one, the object, the value. */
    private void put(MethodVisitor code, CopierMember field) {
        if (field.setter() != null) {
            code.visitMethodInsn(INVOKEVIRTUAL, HANDLE, "invokeExact",
                    field.setter().type().toMethodDescriptorString(), false);
        } else {
            code.visitFieldInsn(PUTFIELD, owner, field.name(), field.descriptor());
        }
    }

    private void writeReference(MethodVisitor code, CopierMember field) {
        if (field.isText()) {
            code.visitVarInsn(ALOAD, STREAM);
            code.visitVarInsn(ALOAD, TYPED);
            code.visitFieldInsn(GETFIELD, owner, field.name(), field.descriptor());
            code.visitMethodInsn(INVOKESTATIC, COPIER, "put", "(L" + OUT + ";Ljava/lang/String;)V", false);
            return;
        }
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, STREAM);
        CopierMember.loadNumber(code, field.place());
        code.visitVarInsn(ALOAD, TYPED);
        code.visitFieldInsn(GETFIELD, owner, field.name(), field.descriptor());
        code.visitInsn(field.unshared() ? ICONST_1 : ICONST_0);
        code.visitMethodInsn(INVOKEVIRTUAL, self, "put", "(L" + OUT + ";ILjava/lang/Object;Z)V", false);
    }

    private void readReference(MethodVisitor code, CopierMember field) {
        next(code, field, STREAM, OF_HANDLE);
        code.visitVarInsn(ASTORE, VALUE);
        CopierMember.loadNumber(code, field.place());
        code.visitVarInsn(ISTORE, INDEX);
        if (field.setter() != null) {
            loadConstant(code, field.setter(), MethodHandle.class);
        }
        code.visitVarInsn(ALOAD, TYPED);
        code.visitVarInsn(ALOAD, VALUE);
        Label from = new Label();
        Label to = new Label();
        code.visitTryCatchBlock(from, to, misfit, MISFIT);
        refersToMisfit = true;
        code.visitLabel(from);
        if (field.setter() == null) {
            code.visitTypeInsn(CHECKCAST, Type.getInternalName(field.type()));
        }
        put(code, field);
        code.visitLabel(to);
    }

    private static void next(MethodVisitor code, CopierMember field, int stream, int handle) {
        code.visitVarInsn(ALOAD, stream);
        code.visitVarInsn(ILOAD, handle);
        if (field.isText()) {
            code.visitMethodInsn(INVOKESTATIC, COPIER, "nextText", "(L" + IN + ";I)Ljava/lang/Object;", false);
        } else {
            code.visitInsn(field.unshared() ? ICONST_1 : ICONST_0);
            code.visitMethodInsn(INVOKESTATIC, COPIER, "next", "(L" + IN + ";IZ)Ljava/lang/Object;", false);
        }
    }

    // ---- instances

    private void newInstance() {
        method(ACC_PUBLIC, "newInstance", NEW_INSTANCE, code -> {
            if (plan.isOnlyAllocated) {
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

    /** Reads all values in the order of the fields, then calls the canonical constructor. */
    private void newRecord() {
        List<CopierMember> fields = new ArrayList<>(primitives);
        fields.addAll(references);
        int[] variables = new int[fields.size()];
        method(ACC_PUBLIC, "newRecord", NEW_RECORD, code -> {
            int variable = RECORD_VALUES;
            for (int i = 0; i < variables.length; i++) {
                CopierMember field = fields.get(i);
                Type value = field.type().isPrimitive() ? Type.getType(field.type()) : Type.getObjectType(OBJECT_NAME);
                if (field.type().isPrimitive()) {
                    field.loadPrimitive(code, RECORD_BYTES, RECORD_AT);
                } else {
                    next(code, field, RECORD_STREAM, RECORD_HANDLE);
                }
                variables[i] = variable;
                code.visitVarInsn(value.getOpcode(ISTORE), variable);
                variable += value.getSize();
            }
            Label isThere = new Label();
            code.visitVarInsn(ALOAD, RECORD_STREAM);
            code.visitVarInsn(ILOAD, RECORD_HANDLE);
            code.visitMethodInsn(INVOKESTATIC, COPIER, "constructs", "(L" + IN + ";I)Z", false);
            code.visitJumpInsn(IFNE, isThere);
            code.visitInsn(ACONST_NULL);
            code.visitInsn(ARETURN);
            code.visitLabel(isThere);
            Object[] locals = new Object[RECORD_VALUES + fields.size()];
            Object[] ofArguments = {self, "[B", INTEGER, IN, INTEGER};
            System.arraycopy(ofArguments, 0, locals, 0, ofArguments.length);
            for (int i = 0; i < fields.size(); i++) {
                locals[ofArguments.length + i] = fields.get(i).frameType();
            }
            code.visitFrame(F_FULL, locals.length, locals, 0, new Object[0]);
            code.visitTypeInsn(NEW, owner);
            code.visitInsn(DUP);
            Type[] arguments = new Type[plan.components.length];
            for (int i = 0; i < arguments.length; i++) {
                String name = plan.components[i].getName();
                int index = IntStream.range(0, variables.length).filter(k -> fields.get(k).name().equals(name))
                        .findFirst().orElseThrow();
                CopierMember field = fields.get(index);
                arguments[i] = Type.getType(field.descriptor());
                if (field.type().isPrimitive()) {
                    code.visitVarInsn(arguments[i].getOpcode(ILOAD), variables[index]);
                } else {
                    code.visitVarInsn(ALOAD, variables[index]);
                    code.visitTypeInsn(CHECKCAST, Type.getInternalName(field.type()));
                }
            }
            code.visitMethodInsn(INVOKESPECIAL, owner, "<init>", Type.getMethodDescriptor(Type.VOID_TYPE, arguments),
                    false);
            code.visitInsn(ARETURN);
        });
    }

    // ---- constants

    private void loadConstant(MethodVisitor code, Object value, Class<?> valueType) {
        constants.add(value);
        code.visitLdcInsn(new ConstantDynamic("_", valueType.descriptorString(), CLASS_DATA_AT, constants.size() - 1));
    }
}
