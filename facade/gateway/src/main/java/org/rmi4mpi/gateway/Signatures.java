package org.rmi4mpi.gateway;

import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.rmi.Remote;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The types that the signatures of remote interfaces name, directly or by fields, type arguments, and further remote interfaces.
 * Thread-safe. Grows by subclasses of its classes, when they are first met.
 */
final class Signatures {
    /** Which way a value goes. */
    private enum Way {
        IN, OUT;

        Way reverse() {
            return this == IN ? OUT : IN;
        }
    }

    private record Visit(Type type, Way way) {}

    private final Set<Visit> visited = ConcurrentHashMap.newKeySet();
    private final Set<Class<?>> values = ConcurrentHashMap.newKeySet();
    private final Set<Class<?>> arriving = ConcurrentHashMap.newKeySet();
    private final Set<Class<?>> leaving = ConcurrentHashMap.newKeySet();

    /** The types of objects of ranks with these interfaces. */
    static Signatures ofRanks(Collection<Class<?>> interfaces) {
        Signatures made = new Signatures();
        interfaces.forEach(each -> made.visit(each, Way.OUT));
        return made;
    }

    /** The types of an object outside with these interfaces. */
    static Signatures ofOutside(Collection<Class<?>> interfaces) {
        Signatures made = new Signatures();
        interfaces.forEach(each -> made.visit(each, Way.IN));
        return made;
    }

    /** The remote interfaces by which objects of ranks may be called from outside. */
    Set<Class<?>> leaving() {
        return leaving;
    }

    /** The remote interfaces that objects from outside may have. */
    Set<Class<?>> arriving() {
        return arriving;
    }

    /** Whether a class of a value may come from outside. */
    boolean allowsValue(Class<?> type) {
        if (values.contains(type)) {
            return true;
        }
        if (isOfJdk(type) || Remote.class.isAssignableFrom(type)) {
            return false;
        }
        for (Class<?> each : values) {
            if (!isOfJdk(each) && each.isAssignableFrom(type)) {
                visit(type, Way.IN);
                return true;
            }
        }
        return false;
    }

    static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    private void visit(Type type, Way way) {
        if (!visited.add(new Visit(type, way))) {
            return;
        }
        if (type instanceof Class<?> of) {
            visitClass(of, way);
        } else if (type instanceof ParameterizedType of) {
            visit(of.getRawType(), way);
            visitAll(of.getActualTypeArguments(), way);
        } else if (type instanceof GenericArrayType of) {
            visit(of.getGenericComponentType(), way);
        } else if (type instanceof WildcardType of) {
            visitAll(of.getUpperBounds(), way);
        } else if (type instanceof TypeVariable<?> of) {
            visitAll(of.getBounds(), way);
        }
    }

    private void visitAll(Type[] types, Way way) {
        for (Type each : types) {
            visit(each, way);
        }
    }

    private void visitClass(Class<?> type, Way way) {
        if (type.isArray()) {
            visit(type.getComponentType(), way);
        } else if (type.isInterface() && Remote.class.isAssignableFrom(type)) {
            (way == Way.IN ? arriving : leaving).add(type);
            for (Method method : type.getMethods()) {
                visit(method.getGenericReturnType(), way);
                visitAll(method.getGenericExceptionTypes(), way);
                visitAll(method.getGenericParameterTypes(), way.reverse());
            }
        } else if (!type.isPrimitive() && type != Object.class) {
            visitValue(type, way);
        }
    }

    private void visitValue(Class<?> type, Way way) {
        if (way == Way.IN) {
            values.add(type);
        }
        if (isOfJdk(type)) {
            return; // its parts are those of the JDK, which have a list
        }
        if (type.getGenericSuperclass() != null) {
            visit(type.getGenericSuperclass(), way);
        }
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                visit(field.getGenericType(), way);
            }
        }
        if (type.getPermittedSubclasses() != null) {
            visitAll(type.getPermittedSubclasses(), way);
        }
    }

    /** The signatures' own names, for a message. */
    @Override
    public String toString() {
        return "interfaces " + Map.of("leaving", leaving, "arriving", arriving);
    }
}
