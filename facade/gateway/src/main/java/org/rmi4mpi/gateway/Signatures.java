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
import java.util.HashMap;
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

    /** A type argument, with the arguments of the type in which it stands. */
    private record Argument(Type type, Map<TypeVariable<?>, Argument> within) {
        int depth() {
            return 1 + Signatures.depth(within);
        }
    }

    private record Visit(Type type, Way way, Map<TypeVariable<?>, Argument> within) {}

    /** A class may name itself with arguments that grow without end. */
    private static final int DEEPEST_ARGUMENTS = 6;

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

    private static int depth(Map<TypeVariable<?>, Argument> arguments) {
        return arguments.values().stream().mapToInt(Argument::depth).max().orElse(0);
    }

    private void visit(Type type, Way way) {
        visit(type, way, Map.of());
    }

    /** @param within arguments for the type variables in the type */
    private void visit(Type type, Way way, Map<TypeVariable<?>, Argument> within) {
        if (!visited.add(new Visit(type, way, type instanceof Class ? Map.of() : within))) {
            return;
        }
        if (type instanceof Class<?> of) {
            visitClass(of, way, Map.of());
        } else if (type instanceof ParameterizedType of) {
            visitClass((Class<?>) of.getRawType(), way, arguments(of, within));
            visitAll(of.getActualTypeArguments(), way, within);
        } else if (type instanceof GenericArrayType of) {
            visit(of.getGenericComponentType(), way, within);
        } else if (type instanceof WildcardType of) {
            visitAll(of.getUpperBounds(), way, within);
        } else if (type instanceof TypeVariable<?> of) {
            Argument argument = within.get(of);
            if (argument != null) {
                visit(argument.type(), way, argument.within());
            } else {
                visitAll(of.getBounds(), way, within);
            }
        }
    }

    private void visitAll(Type[] types, Way way, Map<TypeVariable<?>, Argument> within) {
        for (Type each : types) {
            visit(each, way, within);
        }
    }

    /** The arguments of a type for the parameters of its class. */
    private static Map<TypeVariable<?>, Argument> arguments(
            ParameterizedType type, Map<TypeVariable<?>, Argument> within) {
        Map<TypeVariable<?>, Argument> found = new HashMap<>();
        TypeVariable<?>[] parameters = ((Class<?>) type.getRawType()).getTypeParameters();
        for (int i = 0; i < parameters.length && depth(within) < DEEPEST_ARGUMENTS; i++) {
            found.put(parameters[i], new Argument(type.getActualTypeArguments()[i], within));
        }
        return found;
    }

    /** Adds the arguments that an interface gives to those which it extends: their methods are its own. */
    private static void addOfExtended(Class<?> type, Map<TypeVariable<?>, Argument> all) {
        for (Type each : type.getGenericInterfaces()) {
            if (each instanceof ParameterizedType of) {
                all.putAll(arguments(of, Map.copyOf(all)));
                addOfExtended((Class<?>) of.getRawType(), all);
            } else {
                addOfExtended((Class<?>) each, all);
            }
        }
    }

    private void visitClass(Class<?> type, Way way, Map<TypeVariable<?>, Argument> within) {
        if (type.isArray()) {
            visit(type.getComponentType(), way);
        } else if (type.isInterface() && Remote.class.isAssignableFrom(type)) {
            (way == Way.IN ? arriving : leaving).add(type);
            Map<TypeVariable<?>, Argument> all = new HashMap<>(within);
            addOfExtended(type, all);
            for (Method method : type.getMethods()) {
                visit(method.getGenericReturnType(), way, all);
                visitAll(method.getGenericExceptionTypes(), way, all);
                visitAll(method.getGenericParameterTypes(), way.reverse(), all);
            }
        } else if (!type.isPrimitive() && type != Object.class) {
            visitValue(type, way, within);
        }
    }

    private void visitValue(Class<?> type, Way way, Map<TypeVariable<?>, Argument> within) {
        if (way == Way.IN) {
            values.add(type);
        }
        if (isOfJdk(type)) {
            return; // its parts are those of the JDK, which have a list
        }
        if (type.getGenericSuperclass() != null) {
            visit(type.getGenericSuperclass(), way, within);
        }
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                visit(field.getGenericType(), way, within);
            }
        }
        if (type.getPermittedSubclasses() != null) {
            visitAll(type.getPermittedSubclasses(), way, within);
        }
    }

    /** The signatures' own names, for a message. */
    @Override
    public String toString() {
        return "interfaces " + Map.of("leaving", leaving, "arriving", arriving);
    }
}
