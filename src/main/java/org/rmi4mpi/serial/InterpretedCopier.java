package org.rmi4mpi.serial;

import java.io.IOException;
import java.util.Arrays;

/**
 * Accesses the fields of any class one by one. After a number of calls a generated copier replaces it, if the class can
 * have one. Thread-safe: threads may race to generate, which does no harm.
 */
final class InterpretedCopier extends FieldCopier {
    /**
     * Fields that Unsafe copies before a copier is generated. To generate one takes some milliseconds of a young job, and
     * gains some 50 ns an object.
     */
    private static final int FIELDS_BY_UNSAFE = 200_000;
    /** Uses before that for a record, whose fields are got by handles, and which is made by its constructor. */
    private static final int USES_OF_RECORD = 5000;
    /** Uses before that where handles get and set fields, which is slow. */
    private static final int USES_BY_HANDLE = 40;

    private final ClassPlan plan;
    private final FieldAccess[] primitives;
    private final FieldAccess[] references;
    /** Uses until a copier is generated. */
    private int remaining;

    InterpretedCopier(ClassPlan plan) {
        super(plan.references);
        this.plan = plan;
        FieldAccess[] fields = plan.fields;
        int count = 0;
        while (count < fields.length && fields[count].size > 0) {
            count++;
        }
        primitives = Arrays.copyOf(fields, count);
        references = Arrays.copyOfRange(fields, count, fields.length);
        remaining = FieldAccess.isByUnsafe(plan.type) ? FIELDS_BY_UNSAFE / (fields.length + 1) + 1
                : plan.kind == ClassPlan.Kind.RECORD ? USES_OF_RECORD : USES_BY_HANDLE;
    }

    private void count() {
        if (remaining > 0 && --remaining == 0) {
            FieldCopier generated = CopierGenerator.generate(plan);
            if (generated != null) {
                plan.copier = generated;
            }
        }
    }

    @Override
    public void write(Object object, byte[] to, int at, ObjectWriter out) throws IOException {
        count();
        int next = at;
        for (FieldAccess field : primitives) {
            field.copyOut(object, to, next);
            next += field.size;
        }
        for (int i = 0; i < references.length; i++) {
            put(out, i, references[i].get(object), references[i].field.isUnshared());
        }
    }

    @Override
    public void read(Object object, byte[] from, int at, ObjectReader in, int handle)
            throws IOException, ClassNotFoundException {
        count();
        int next = at;
        for (FieldAccess field : primitives) {
            field.copyIn(object, from, next);
            next += field.size;
        }
        for (int i = 0; i < references.length; i++) {
            FieldAccess field = references[i];
            Object value = next(in, handle, field.field.isUnshared());
            if (!field.isAbsent()) {
                try {
                    Object unused = field.field.getType().cast(value);
                } catch (ClassCastException e) {
                    throw misfit(e, plan.type, object, value, i);
                }
            }
            field.set(object, value);
        }
    }

    @Override
    public Object newInstance() throws Throwable {
        return plan.newInstance();
    }

    @Override
    public Object newRecord(byte[] from, int at, ObjectReader in, int handle) throws Throwable {
        count();
        Object[] arguments = plan.defaultArguments();
        int next = at;
        for (FieldAccess field : primitives) {
            int component = plan.componentOf(field.field.getName());
            if (component >= 0) {
                arguments[component] = Primitive.ofLetter(field.type).read(from, next);
            }
            next += field.size;
        }
        for (FieldAccess field : references) {
            Object value = next(in, handle, false);
            int component = plan.componentOf(field.field.getName());
            if (component >= 0) {
                arguments[component] = value;
            }
        }
        return constructs(in, handle) ? plan.newRecord(arguments) : null;
    }
}
