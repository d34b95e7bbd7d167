package org.rmi4mpi.launch;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * The main method of a program. Besides a static main, JDK 25 and later take a method of an instance, and one without
 * parameters. Source: Java Language Specification 25, 12.1.4 (JEP 512). Immutable.
 *
 * @hidden internal
 */
public final class MainMethod {
    /** The first version whose launcher makes an instance. */
    private static final int INSTANCES = 25;

    private final Class<?> type;
    private final Method method;
    /** Null for a static method. */
    private final Constructor<?> constructor;

    private MainMethod(Class<?> type, Method method, Constructor<?> constructor) {
        this.type = type;
        this.method = method;
        this.constructor = constructor;
    }

    /** Finds the main method of a class. Does not initialise the class. Returns null if it has none. */
    public static MainMethod of(Class<?> type) {
        Method found = find(type, String[].class);
        if (found == null && takesInstances()) {
            found = find(type);
        }
        if (found == null) {
            return null;
        }
        found.setAccessible(true);
        Constructor<?> constructor = Modifier.isStatic(found.getModifiers()) ? null : constructor(type);
        return constructor == null && !Modifier.isStatic(found.getModifiers()) ? null
                : new MainMethod(type, found, constructor);
    }

    /** Whether this JVM's launcher would take a main of an instance, or without parameters. */
    static boolean takesInstances() {
        return Runtime.version().feature() >= INSTANCES;
    }

    private static Method find(Class<?> type, Class<?>... parameters) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            try {
                Method method = each.getDeclaredMethod("main", parameters);
                if (isMain(method)) {
                    return method;
                }
            } catch (NoSuchMethodException e) {
                // it may be inherited
            }
        }
        return takesInstances() ? ofInterface(type, parameters) : null;
    }

    /** Finds a main that a class has from an interface. */
    private static Method ofInterface(Class<?> type, Class<?>... parameters) {
        try {
            Method method = type.getMethod("main", parameters);
            return method.isDefault() && isMain(method) ? method : null;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static boolean isMain(Method method) {
        int modifiers = method.getModifiers();
        return method.getReturnType() == void.class && (Modifier.isStatic(modifiers)
                ? method.getParameterCount() == 1 || !Modifier.isPrivate(modifiers)
                : takesInstances() && !Modifier.isPrivate(modifiers));
    }

    /** The constructor that makes the instance; null if the JDK's launcher would refuse the class. */
    private static Constructor<?> constructor(Class<?> type) {
        if (Modifier.isAbstract(type.getModifiers())
                || type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
            return null;
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return Modifier.isPrivate(constructor.getModifiers()) ? null : constructor;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /** The program's class, which may have inherited the method. */
    Class<?> type() {
        return type;
    }

    /** The class whose code the method is. */
    Class<?> declaringClass() {
        return method.getDeclaringClass();
    }

    /** Whether a frame on the stack is one of {@link #run}, beneath the method. */
    public static boolean isOfRun(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.equals(MainMethod.class.getName()) || name.startsWith("java.lang.reflect.")
                || name.startsWith("jdk.internal.reflect.") || name.startsWith("java.lang.invoke.");
    }

    /** Runs the method. Throws what it throws. */
    public void run(String[] args) throws Throwable {
        try {
            Object instance = constructor == null ? null : constructor.newInstance();
            if (method.getParameterCount() == 0) {
                method.invoke(instance);
            } else {
                method.invoke(instance, (Object) args);
            }
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
