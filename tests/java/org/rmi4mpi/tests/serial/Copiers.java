package org.rmi4mpi.tests.serial;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.function.UnaryOperator;
import org.rmi4mpi.serial.FieldCopier;

/** Both copiers of a class, by reflection. The streams choose between them on their own. */
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

    private static void use(Class<?> type, FieldCopier copier) throws ReflectiveOperationException {
        Field field = ours("ClassPlan").getDeclaredField("copier");
        field.setAccessible(true);
        field.set(plan(type), copier);
    }

    /** Makes the streams use a generated copier from now on. */
    static void generate(Class<?> type) throws ReflectiveOperationException {
        use(type, of(type).generated());
    }

    /** The message of an object whose class the reader knows. */
    static byte[] written(Object object, Class<?> type, FieldCopier writer) throws Exception {
        Messages messages = new Messages(object.getClass().getClassLoader());
        use(type, writer);
        return messages.agreed(object);
    }

    /** Changes a message, and returns the object that is read from it. */
    static Object read(Object object, FieldCopier reader, UnaryOperator<byte[]> change) throws Exception {
        Messages messages = new Messages(object.getClass().getClassLoader());
        byte[] message = messages.agreed(object);
        use(object.getClass(), reader);
        return messages.read(change.apply(message));
    }

    static Object copy(Object object, FieldCopier writer, FieldCopier reader) throws Exception {
        Messages messages = new Messages(object.getClass().getClassLoader());
        use(object.getClass(), writer);
        messages.write(object);
        use(object.getClass(), reader);
        return messages.read();
    }

    /** Uses whichever copier the streams would use. */
    static Object copy(Object object) throws Exception {
        return new Messages(object.getClass().getClassLoader()).copy(object);
    }
}
