package org.rmi4mpi.tests.unit.serial;

import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.rmi4mpi.serial.FieldCopier;

/** Both copiers of a class, by reflection: the streams choose between them by themselves. */
record Copiers(Class<?> type, FieldCopier interpreted, FieldCopier generated) {
    static Copiers of(Class<?> type) throws ReflectiveOperationException {
        Object plan = plan(type);
        Constructor<?> interpreted = ours("InterpretedCopier").getDeclaredConstructor(ours("ClassPlan"));
        Method generate = ours("CopierGenerator").getDeclaredMethod("generate", ours("ClassPlan"));
        interpreted.setAccessible(true);
        generate.setAccessible(true);
        return new Copiers(type, (FieldCopier) interpreted.newInstance(plan),
                (FieldCopier) generate.invoke(null, plan));
    }

    private static Class<?> ours(String name) throws ClassNotFoundException {
        return Class.forName(FieldCopier.class.getPackageName() + "." + name);
    }

    private static Object plan(Class<?> type) throws ReflectiveOperationException {
        Method of = ours("ClassPlan").getDeclaredMethod("of", Class.class);
        of.setAccessible(true);
        return of.invoke(null, type);
    }

    /** The one that the streams would use. */
    static FieldCopier current(Class<?> type) throws ReflectiveOperationException {
        Field copier = ours("ClassPlan").getDeclaredField("copier");
        copier.setAccessible(true);
        return (FieldCopier) copier.get(plan(type));
    }

    static boolean isGenerated(FieldCopier copier) {
        return copier.getClass().isHidden();
    }

    static int primitiveBytes(Class<?> type) {
        int bytes = 0;
        for (ObjectStreamField field : ObjectStreamClass.lookup(type).getFields()) {
            bytes += switch (field.getTypeCode()) {
                case 'Z', 'B' -> 1;
                case 'C', 'S' -> 2;
                case 'I', 'F' -> 4;
                case 'J', 'D' -> 8;
                default -> 0;
            };
        }
        return bytes;
    }

    static int references(Class<?> type) {
        int count = 0;
        for (ObjectStreamField field : ObjectStreamClass.lookup(type).getFields()) {
            count += field.isPrimitive() ? 0 : 1;
        }
        return count;
    }

    /** What one class has of an object, at a place that no number is aligned at, with a margin on both sides. */
    static byte[] bytesOf(Object object, Class<?> type, FieldCopier copier) {
        byte[] bytes = new byte[primitiveBytes(type) + 2];
        bytes[0] = 99;
        bytes[bytes.length - 1] = 99;
        copier.copyOut(object, bytes, 1);
        return bytes;
    }

    static Object[] referencesOf(Object object, Class<?> type, FieldCopier copier) {
        Object[] values = new Object[references(type)];
        for (int i = 0; i < values.length; i++) {
            values[i] = copier.get(object, i);
        }
        return values;
    }

    static Object copy(Object object, FieldCopier writer, FieldCopier reader) throws Throwable {
        Class<?> type = object.getClass();
        byte[] bytes = bytesOf(object, type, writer);
        Object[] references = referencesOf(object, type, writer);
        if (type.isRecord()) {
            return reader.newRecord(bytes, 1, references);
        }
        Object copy = reader.newInstance();
        reader.copyIn(copy, bytes, 1);
        for (int i = 0; i < references.length; i++) {
            reader.set(copy, i, references[i]);
        }
        return copy;
    }
}
