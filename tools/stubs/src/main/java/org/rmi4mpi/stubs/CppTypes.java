package org.rmi4mpi.stubs;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.rmi.Remote;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The types of C++ that stand for those of Java. Collects the classes of the program that are named. */
final class CppTypes {
    private static final String VALUE = "::rmi4mpi::value";
    private static final Map<Class<?>,
            String> PRIMITIVES = Map.of(void.class, "void", boolean.class, "bool", byte.class,
                    "std::int8_t", char.class, "char16_t", short.class, "std::int16_t", int.class, "std::int32_t",
                    long.class,
                    "std::int64_t", float.class, "float", double.class, "double");
    private static final Map<Class<?>, Class<?>> BOXED = Map.of(Boolean.class, boolean.class, Byte.class, byte.class,
            Character.class, char.class, Short.class, short.class, Integer.class, int.class, Long.class, long.class,
            Float.class, float.class, Double.class, double.class);
    private static final Set<String> WORDS = Set.of(("alignas alignof and asm auto bitand bitor bool compl concept"
            + " const_cast consteval constexpr constinit co_await co_return co_yield decltype delete dynamic_cast explicit export"
            + " extern friend inline mutable namespace noexcept not nullptr operator or register reinterpret_cast requires"
            + " signed sizeof static_assert static_cast struct template thread_local typedef typeid typename union unsigned"
            + " using virtual wchar_t xor errno stdin stdout stderr linux unix").split(" "));

    private static final List<String> NEVER_NULL =
            List.of("std::string", "std::vector<", "std::map<", "std::set<", "::rmi4mpi::list<");

    private final Map<String, Class<?>> named = new TreeMap<>();

    /** The classes of the program that were named so far, by name. */
    Collection<Class<?>> named() {
        return List.copyOf(named.values());
    }

    void name(Class<?> type) {
        named.put(type.getName(), type);
    }

    /** The type of C++ for a type of Java. Null has no place in a text, an array or a collection. */
    String type(Type type) {
        if (type instanceof Class<?> plain) {
            return ofClass(plain);
        }
        if (type instanceof GenericArrayType array) {
            return "std::vector<" + type(array.getGenericComponentType()) + ">";
        }
        if (type instanceof ParameterizedType parameterized) {
            Class<?> raw = (Class<?>) parameterized.getRawType();
            Type[] arguments = parameterized.getActualTypeArguments();
            return isCollection(raw) ? collection(raw, arguments) : ofClass(raw);
        }
        if (type instanceof WildcardType wildcard) {
            return type(wildcard.getUpperBounds()[0]);
        }
        return type(((TypeVariable<?>) type).getBounds()[0]);
    }

    /** The type of a result. A call waits for a future, whose value travels. */
    String result(Type type) {
        if (type instanceof ParameterizedType future
                && java.util.concurrent.CompletionStage.class.isAssignableFrom((Class<?>) future.getRawType())) {
            Type value = future.getActualTypeArguments()[0];
            return value == Void.class ? "void" : type(value);
        }
        return type(type);
    }

    /** The type of a field, which may be null. */
    String field(Type type) {
        String found = type(type);
        return NEVER_NULL.stream().anyMatch(found::startsWith) ? "std::optional<" + found + ">" : found;
    }

    /** The type of a parameter: views of arrays, and references to constants. */
    String parameter(Type type) {
        if (type instanceof Class<?> plain) {
            if (plain.isPrimitive() || plain.isEnum()) {
                return type(plain);
            }
            Class<?> element = plain.getComponentType();
            if (element != null && element.isPrimitive() && element != boolean.class) {
                return "::rmi4mpi::span<const " + PRIMITIVES.get(element) + ">";
            }
        }
        return "const " + type(type) + " &";
    }

    private String ofClass(Class<?> type) {
        if (type.isPrimitive()) {
            return PRIMITIVES.get(type);
        }
        if (type.isArray()) {
            return "std::vector<" + type(type.getComponentType()) + ">";
        }
        if (BOXED.containsKey(type)) {
            return "std::optional<" + PRIMITIVES.get(BOXED.get(type)) + ">";
        }
        if (type == String.class) {
            return "std::string";
        }
        if (type.isEnum()) {
            name(type);
            return qualified(type);
        }
        if (Remote.class.isAssignableFrom(type)) {
            return stub(type);
        }
        if (isStruct(type)) {
            name(type);
            return "std::shared_ptr<" + qualified(type) + ">";
        }
        return VALUE;
    }

    private String stub(Class<?> type) {
        if (!type.isInterface() || type == Remote.class) {
            return "::rmi4mpi::stub";
        }
        name(type);
        return qualified(type);
    }

    private static boolean isCollection(Class<?> type) {
        return Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    private String collection(Class<?> raw, Type... arguments) {
        String[] elements = Arrays.stream(arguments).map(this::element).toArray(String[]::new);
        if (Map.class.isAssignableFrom(raw)) {
            return elements.length == 2 && !elements[0].equals(VALUE)
                    ? "std::map<" + elements[0] + ", " + elements[1] + ">"
                    : VALUE;
        }
        if (elements.length != 1) {
            return VALUE;
        }
        if (Set.class.isAssignableFrom(raw)) {
            return elements[0].equals(VALUE) ? VALUE : "std::set<" + elements[0] + ">";
        }
        return "::rmi4mpi::list<" + elements[0] + ">";
    }

    /** The type of an element, which is not null. */
    private String element(Type type) {
        return type instanceof Class<?> plain && BOXED.containsKey(plain) ? PRIMITIVES.get(BOXED.get(plain))
                : type(type);
    }

    /** Whether a struct stands for the class: its fields travel, and so do those of its superclasses. */
    static boolean isStruct(Class<?> type) {
        if (type.isInterface() || type.isArray() || type.isPrimitive() || type.isEnum()
                || Throwable.class.isAssignableFrom(type)) {
            return false;
        }
        for (Class<?> each = type; each != Object.class && each != Record.class; each = each.getSuperclass()) {
            if (isForeign(each)) {
                return false;
            }
        }
        return type != Object.class && type != Record.class;
    }

    /** Whether a class has no class of its own in C++: a class of the JDK, and that for objects of any class. */
    static boolean isForeign(Class<?> type) {
        return Stream.of("java.", "javax.", "org.rmi4mpi.peer.").anyMatch(type.getName()::startsWith);
    }

    static boolean isAbstract(Class<?> type) {
        return Modifier.isAbstract(type.getModifiers());
    }

    /** The namespace of a class, empty for none. */
    static String namespace(Class<?> type) {
        return Arrays.stream(type.getPackageName().split("\\.")).map(CppTypes::identifier)
                .collect(Collectors.joining("::"));
    }

    /** The name of a class in its namespace. */
    static String simple(Class<?> type) {
        String name = type.getName();
        return identifier(name.substring(name.lastIndexOf('.') + 1).replace('$', '_'));
    }

    static String qualified(Class<?> type) {
        String namespace = namespace(type);
        return "::" + (namespace.isEmpty() ? "" : namespace + "::") + simple(type);
    }

    /** A name that is no word of C++. */
    static String identifier(String name) {
        return WORDS.contains(name) ? name + "_" : name.replace('$', '_');
    }
}
