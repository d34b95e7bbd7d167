package org.rmi4mpi.serial;

import java.util.Arrays;

/**
 * Goes from field to field of any class, until the class has been used some times: then a generated copier takes its
 * place, where there can be one. Used by any thread; threads may race to generate, to no harm.
 */
final class InterpretedCopier extends FieldCopier {
    /** Some 30 objects: a class that is used but now and then is not worth the millisecond. */
    private static final int CALLS = 100;

    private final ClassPlan plan;
    private final FieldAccess[] primitives;
    private final FieldAccess[] references;
    private int calls;

    InterpretedCopier(ClassPlan plan) {
        this.plan = plan;
        FieldAccess[] fields = plan.fields;
        int count = 0;
        while (count < fields.length && fields[count].size > 0) {
            count++;
        }
        primitives = Arrays.copyOf(fields, count);
        references = Arrays.copyOfRange(fields, count, fields.length);
    }

    private void count() {
        if (calls < CALLS && ++calls == CALLS) {
            FieldCopier generated = CopierGenerator.generate(plan);
            if (generated != null) {
                plan.copier = generated;
            }
        }
    }

    @Override
    public void copyOut(Object object, byte[] to, int at) {
        count();
        int next = at;
        for (FieldAccess field : primitives) {
            field.copyOut(object, to, next);
            next += field.size;
        }
    }

    @Override
    public void copyIn(Object object, byte[] from, int at) {
        count();
        int next = at;
        for (FieldAccess field : primitives) {
            field.copyIn(object, from, next);
            next += field.size;
        }
    }

    @Override
    public Object get(Object object, int index) {
        if (index == 0) {
            count();
        }
        return references[index].get(object);
    }

    @Override
    public void set(Object object, int index, Object value) {
        if (index == 0) {
            count();
        }
        FieldAccess field = references[index];
        if (!field.isAbsent()) {
            field.field.getType().cast(value);
        }
        field.set(object, value);
    }

    @Override
    public Object newInstance() throws Throwable {
        count();
        return plan.newInstance();
    }

    @Override
    public Object newRecord(byte[] from, int at, Object[] values) throws Throwable {
        count();
        Object[] arguments = plan.defaultArguments();
        int next = at;
        for (FieldAccess field : primitives) {
            int component = plan.componentOf(field);
            if (component >= 0) {
                arguments[component] = Defaults.boxed(field.type, from, next);
            }
            next += field.size;
        }
        for (int i = 0; i < references.length; i++) {
            int component = plan.componentOf(references[i]);
            if (component >= 0) {
                arguments[component] = values[i];
            }
        }
        return (Object) plan.canonicalConstructor.invokeExact(arguments);
    }
}
