package org.rmi4mpi.peer;

import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import sun.reflect.ReflectionFactory;

/** The fields of a class of the program, and how an instance is made. Immutable. */
final class ClassShape {
    private static final ClassValue<ClassShape> SHAPES = new ClassValue<>() {
        @Override
        protected ClassShape computeValue(Class<?> type) {
            return new ClassShape(type);
        }
    };

    private final Class<?> type;
    /** By name, those of superclasses first. */
    private final Map<String, Field> fields = new LinkedHashMap<>();
    private final Constructor<?> constructor;
    /** Of a record: the places of its components in the constructor's arguments, and what these are where a component does not come. */
    private final Map<String, Integer> places = new HashMap<>();
    private Object[] initial;
    /** Why an instance cannot travel; null if it can. */
    private String defect;

    private ClassShape(Class<?> type) {
        this.type = type;
        constructor = findFields(type) ? findConstructor(type) : null;
    }

    /**
     * Returns the shape of a class whose instances can travel.
     *
     * @throws NotSerializableException if they cannot
     */
    static ClassShape of(Class<?> type) throws NotSerializableException {
        ClassShape shape = SHAPES.get(type);
        if (shape.defect != null) {
            throw new NotSerializableException(shape.defect);
        }
        return shape;
    }

    /** The shape of the fields of an exception. Its constructor is not used. */
    static ClassShape ofThrowable(Class<?> type) {
        return SHAPES.get(type);
    }

    private boolean findFields(Class<?> whole) {
        Deque<Class<?>> classes = new ArrayDeque<>();
        boolean isThrowable = Throwable.class.isAssignableFrom(whole);
        for (Class<?> each = whole; each != null && each != Object.class; each = each.getSuperclass()) {
            if (isThrowable && isOfPlatform(each)) {
                break;
            } else if (each == Record.class
                    || each != whole && isOfPlatform(each) && !Serializable.class.isAssignableFrom(each)) {
                continue; // it has no fields that travel
            } else if (isOfPlatform(each)) {
                defect = whole.getName() + " has no form for ranks of other languages: give its parts to the method, or"
                        + " put them into a class or record of the program";
                return false;
            }
            classes.addFirst(each);
        }
        if (!isThrowable && !Serializable.class.isAssignableFrom(whole)) {
            defect = whole.getName() + ": implement java.io.Serializable";
            return false;
        }
        for (Class<?> each : classes) {
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                    add(field);
                }
            }
        }
        return defect == null && !isThrowable;
    }

    private void add(Field field) {
        if (fields.put(field.getName(), field) != null) {
            defect = type.getName() + ": two of its classes have a field " + field.getName() + ", rename one of them";
        }
        try {
            field.setAccessible(true);
        } catch (RuntimeException e) {
            defect = type.getName() + ": its module is closed, open its package to org.rmi4mpi (" + e.getMessage()
                    + ")";
        }
    }

    private static boolean isOfPlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    private Constructor<?> findConstructor(Class<?> whole) {
        try {
            if (whole.isRecord()) {
                Class<?>[] types =
                        Arrays.stream(whole.getRecordComponents()).map(RecordComponent::getType).toArray(Class[]::new);
                Constructor<?> canonical = whole.getDeclaredConstructor(types);
                canonical.setAccessible(true);
                initial = new Object[types.length];
                for (int i = 0; i < types.length; i++) {
                    places.put(whole.getRecordComponents()[i].getName(), i);
                    initial[i] = types[i].isPrimitive() ? Array.get(Array.newInstance(types[i], 1), 0) : null;
                }
                return canonical;
            }
            Constructor<?> made = ReflectionFactory.getReflectionFactory().newConstructorForSerialization(whole);
            if (made == null) {
                defect = whole.getName()
                        + ": its superclass that is not Serializable has no constructor without arguments";
            }
            return made;
        } catch (NoSuchMethodException | RuntimeException e) {
            defect = whole.getName() + ": " + e.getMessage();
            return null;
        }
    }

    boolean isRecord() {
        return type.isRecord();
    }

    Map<String, Field> fields() {
        return fields;
    }

    /** @throws InvalidClassException if the class lacks the field */
    Field field(String name) throws InvalidClassException {
        Field field = fields.get(name);
        if (field == null) {
            throw new InvalidClassException(type.getName(), "has no field " + name + " but " + fields.keySet());
        }
        return field;
    }

    Type typeOf(Field field) {
        return field.getGenericType();
    }

    /** Creates an object whose fields are set later. */
    Object newInstance() throws InvalidClassException {
        return make();
    }

    /** The initial values of a record's components, which the caller may change. */
    Object[] newComponents() {
        return initial.clone();
    }

    /** The place of a field of a record among its components. */
    int place(Field field) {
        return places.get(field.getName());
    }

    /** Creates a record of the values of its components. */
    Object newRecord(Object[] components) throws InvalidClassException {
        return make(components);
    }

    private Object make(Object... arguments) throws InvalidClassException {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw invalid("its constructor has thrown " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw invalid(e.toString(), e);
        }
    }

    private InvalidClassException invalid(String why, Throwable cause) {
        InvalidClassException invalid = new InvalidClassException(type.getName(), why);
        invalid.initCause(cause);
        return invalid;
    }
}
