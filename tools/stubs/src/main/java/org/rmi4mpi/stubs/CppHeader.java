package org.rmi4mpi.stubs;

import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.rmi.Remote;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The header of one remote interface. It has all classes that the interface needs, each within a guard of its own, so that
 * several headers may have the same class. Declarations come before bodies: classes may name each other in a ring.
 */
final class CppHeader {
    private final Class<?> root;
    private final CppTypes types = new CppTypes();
    private final StringBuilder out = new StringBuilder();
    private final Map<Class<?>, List<Operation>> interfaces = new LinkedHashMap<>();
    private final Map<Class<?>, List<Member>> structs = new LinkedHashMap<>();
    private final Set<Class<?>> enums = new LinkedHashSet<>();
    private final Set<Class<?>> exceptions = new LinkedHashSet<>();

    /** A method of a remote interface. */
    private record Operation(Method method, String name, String result, List<String> types, List<String> names) {
        String descriptor() {
            return MethodType.methodType(method.getReturnType(), method.getParameterTypes()).toMethodDescriptorString();
        }

        String parameters() {
            return IntStream.range(0, types.size())
                    .mapToObj(i -> types.get(i) + (types.get(i).endsWith("&") ? "" : " ") + names.get(i))
                    .collect(Collectors.joining(", "));
        }

        /** What a stub passes on: the method's name, its descriptor, and the arguments. */
        String passed() {
            return Stream.concat(Stream.of("\"" + method.getName() + "\"", "\"" + descriptor() + "\""), names.stream())
                    .collect(Collectors.joining(", "));
        }
    }

    /** A field of a class. */
    private record Member(String javaName, String name, String type) {}

    CppHeader(Class<?> root) {
        this.root = root;
        types.name(root);
        collect();
    }

    private void collect() {
        Set<Class<?>> done = new HashSet<>();
        while (true) {
            List<Class<?>> next = types.named().stream().filter(done::add).toList();
            if (next.isEmpty()) {
                return;
            }
            next.forEach(this::add);
        }
    }

    private void add(Class<?> type) {
        if (type.isEnum()) {
            enums.add(type);
        } else if (Remote.class.isAssignableFrom(type)) {
            interfaces.put(type, operations(type));
        } else {
            addStruct(type);
        }
    }

    /** Superclasses first. */
    private void addStruct(Class<?> type) {
        if (hasBase(type)) {
            types.name(type.getSuperclass());
            addStruct(type.getSuperclass());
        }
        structs.putIfAbsent(type, members(type));
    }

    private static boolean hasBase(Class<?> type) {
        return type.getSuperclass() != Object.class && type.getSuperclass() != Record.class;
    }

    private void addException(Class<?> type) {
        if (!CppTypes.isForeign(type)) {
            addException(type.getSuperclass());
            exceptions.add(type);
        }
    }

    private List<Operation> operations(Class<?> type) {
        List<Method> methods = Arrays.stream(type.getMethods())
                .filter(each -> !Modifier.isStatic(each.getModifiers()) && !each.isBridge())
                .sorted(Comparator.comparing(Method::getName)
                        .thenComparing(each -> MethodType.methodType(each.getReturnType(), each.getParameterTypes())
                                .toMethodDescriptorString()))
                .toList();
        Map<String, Integer> signatures = new TreeMap<>();
        List<Operation> operations = new ArrayList<>();
        for (Method each : methods) {
            List<String> names = Arrays.stream(each.getParameters()).map(CppHeader::parameterName).toList();
            List<String> parameters = Arrays.stream(each.getGenericParameterTypes()).map(types::parameter).toList();
            int number = signatures.merge(each.getName() + parameters, 1, Integer::sum);
            String name = CppTypes.identifier(each.getName()) + (number > 1 ? "_" + number : "");
            operations.add(new Operation(each, name, types.result(each.getGenericReturnType()), parameters, names));
            Arrays.stream(each.getExceptionTypes()).forEach(this::addException);
        }
        return operations;
    }

    private static String parameterName(Parameter parameter) {
        return CppTypes.identifier(parameter.getName().replaceFirst("^arg(\\d+)$", "argument$1"));
    }

    private List<Member> members(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields())
                .filter(each -> !Modifier.isStatic(each.getModifiers()) && !Modifier.isTransient(each.getModifiers())
                        && !each.isSynthetic())
                .map(this::member)
                .toList();
    }

    private Member member(Field field) {
        return new Member(field.getName(), CppTypes.identifier(field.getName()), types.field(field.getGenericType()));
    }

    // ---- the text

    String text() {
        line("// Written by rmi4mpirun --stubs-cpp from " + root.getName() + ". Do not change: write it anew.");
        line("#pragma once");
        line("#include <rmi4mpi.hpp>");
        line("");
        Stream.concat(structs.keySet().stream(), interfaces.keySet().stream())
                .forEach(each -> inNamespace(each, () -> line("class " + CppTypes.simple(each) + ";")));
        enums.forEach(each -> guarded(each, "ENUM", () -> writeEnum(each)));
        exceptions.forEach(each -> guarded(each, "EXCEPTION", () -> writeException(each)));
        interfaces.forEach((type, operations) -> guarded(type, "STUB", () -> writeStub(type, operations)));
        structs.forEach((type, members) -> guarded(type, "CLASS", () -> writeStruct(type, members)));
        structs.forEach((type, members) -> guarded(type, "FIELDS", () -> writeFields(type, members)));
        interfaces.forEach((type, operations) -> guarded(type, "CALLS", () -> writeCalls(type, operations)));
        interfaces.forEach((type, operations) -> guarded(type, "SERVANT", () -> writeServant(type, operations)));
        return out.toString();
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private void inNamespace(Class<?> type, Runnable body) {
        String namespace = CppTypes.namespace(type);
        if (!namespace.isEmpty()) {
            line("namespace " + namespace + " {");
        }
        body.run();
        if (!namespace.isEmpty()) {
            line("}");
        }
    }

    private void guarded(Class<?> type, String part, Runnable body) {
        String macro = "RMI4MPI_" + part + CppTypes.qualified(type).replace("::", "_");
        line("");
        line("#ifndef " + macro);
        line("#define " + macro);
        body.run();
        line("#endif");
    }

    private void writeEnum(Class<?> type) {
        List<String> constants =
                Arrays.stream(type.getDeclaredFields()).filter(Field::isEnumConstant).map(Field::getName).toList();
        inNamespace(type,
                () -> line("/** The enum " + type.getName() + ". */\nenum class " + CppTypes.simple(type) + " { "
                        + constants.stream().map(CppTypes::identifier).collect(Collectors.joining(", ")) + " };"));
        line("template <> struct rmi4mpi::enum_names<" + CppTypes.qualified(type) + "> {");
        line("    static constexpr const char *name = \"" + type.getName() + "\";");
        line("    static constexpr const char *constants[] = {"
                + constants.stream().map(each -> "\"" + each + "\"").collect(Collectors.joining(", ")) + "};");
        line("};");
    }

    private void writeException(Class<?> type) {
        String name = CppTypes.simple(type);
        String base = exceptions.contains(type.getSuperclass()) ? CppTypes.qualified(type.getSuperclass())
                : "::rmi4mpi::remote_exception";
        inNamespace(type, () -> {
            line("/** The exception " + type.getName() + ". */");
            line("class " + name + " : public " + base + " {");
            line("public:");
            line("    explicit " + name + "(const ::rmi4mpi::remote_exception &thrown) : " + base + "(thrown) {}");
            line("    /** For servants. */");
            line("    explicit " + name + "(const std::string &message)");
            line("        : " + base + "(::rmi4mpi::remote_exception(\"" + type.getName() + "\", message, {}, {"
                    + superclasses(type) + "})) {}");
            line("};");
            line("inline const bool " + name + "_is_known = ::rmi4mpi::exception_table::all().add<" + name + ">(\""
                    + type.getName() + "\");");
        });
    }

    private static String superclasses(Class<?> type) {
        return Stream.<Class<?>>iterate(type.getSuperclass(), each -> each != Object.class, Class::getSuperclass)
                .map(each -> "\"" + each.getName() + "\"").collect(Collectors.joining(", "));
    }

    private void writeStub(Class<?> type, List<Operation> operations) {
        String name = CppTypes.simple(type);
        inNamespace(type, () -> {
            line("/** A stub of " + type.getName() + ". Its methods call the remote object. */");
            line("class " + name + " : public ::rmi4mpi::stub {");
            line("public:");
            line("    using ::rmi4mpi::stub::stub;");
            for (Operation each : operations) {
                line("    /** " + describe(each) + " */");
                line("    " + each.result() + " " + each.name() + "(" + each.parameters() + ") const;");
            }
            interfaces.keySet().stream().filter(each -> each != type && each.isAssignableFrom(type))
                    .forEach(each -> line("    operator " + CppTypes.qualified(each) + "() const;"));
            line("");
            line("    /** The same methods, which return before the call has ended. */");
            line("    class async_calls {");
            line("        ::rmi4mpi::stub target;");
            line("");
            line("    public:");
            line("        explicit async_calls(const ::rmi4mpi::stub &stub) : target(stub) {}");
            for (Operation each : operations) {
                line("        ::rmi4mpi::future<" + each.result() + "> " + each.name() + "(" + each.parameters()
                        + ") const;");
            }
            line("    };");
            line("    async_calls " + async(operations) + "() const { return async_calls(*this); }");
            line("};");
        });
    }

    private static String async(List<Operation> operations) {
        return operations.stream().anyMatch(each -> each.name().equals("async")) ? "async_" : "async";
    }

    private static String describe(Operation operation) {
        Method method = operation.method();
        String thrown = Arrays.stream(method.getGenericExceptionTypes()).map(Type::getTypeName)
                .filter(each -> !each.equals("java.rmi.RemoteException"))
                .collect(Collectors.joining(", "));
        return method.getGenericReturnType().getTypeName() + " " + method.getName() + "("
                + Arrays.stream(method.getGenericParameterTypes()).map(Type::getTypeName)
                        .collect(Collectors.joining(", "))
                + ")" + (thrown.isEmpty() ? "." : ", which throws " + thrown + ".");
    }

    private void writeStruct(Class<?> type, List<Member> members) {
        String name = CppTypes.simple(type);
        String base = hasBase(type) ? CppTypes.qualified(type.getSuperclass()) : "::rmi4mpi::plain_object";
        inNamespace(type, () -> {
            line("/** The " + (type.isRecord() ? "record " : "class ") + type.getName()
                    + ". It travels as std::shared_ptr. */");
            line("class " + name + " : public " + base + " {");
            line("public:");
            members.forEach(each -> line("    " + each.type() + " " + each.name() + "{};"));
            line("");
            line("    const char *rmi4mpi_class() const override { return \"" + type.getName() + "\"; }");
            line("    std::size_t rmi4mpi_field_count() const override;");
            line("    void rmi4mpi_write_fields(::rmi4mpi::writer &out) const override;");
            line("    bool rmi4mpi_read_field(std::string_view name, ::rmi4mpi::reader &in) override;");
            line("};");
        });
    }

    private void writeFields(Class<?> type, List<Member> members) {
        String name = CppTypes.simple(type);
        String base = hasBase(type) ? CppTypes.qualified(type.getSuperclass()) : null;
        inNamespace(type, () -> {
            line("inline std::size_t " + name + "::rmi4mpi_field_count() const { return "
                    + (base == null ? "" : base + "::rmi4mpi_field_count() + ") + members.size() + "; }");
            line("inline void " + name + "::rmi4mpi_write_fields(::rmi4mpi::writer &"
                    + (members.isEmpty() && base == null ? "" : "out")
                    + ") const");
            line("{");
            if (base != null) {
                line("    " + base + "::rmi4mpi_write_fields(out);");
            }
            members.forEach(each -> line("    out.field(\"" + each.javaName() + "\", this->" + each.name() + ");"));
            line("}");
            line("inline bool " + name
                    + "::rmi4mpi_read_field(std::string_view rmi4mpi_name, ::rmi4mpi::reader &rmi4mpi_in)");
            line("{");
            for (Member each : members) {
                line("    if (rmi4mpi_name == \"" + each.javaName() + "\") {");
                line("        this->" + each.name() + " = rmi4mpi_in.read<" + each.type() + ">();");
                line("        return true;");
                line("    }");
            }
            line(base == null ? "    (void)rmi4mpi_name;\n    (void)rmi4mpi_in;\n    return false;"
                    : "    return " + base + "::rmi4mpi_read_field(rmi4mpi_name, rmi4mpi_in);");
            line("}");
            if (!CppTypes.isAbstract(type)) {
                line("inline const bool " + name + "_is_known = ::rmi4mpi::class_table::all().add<" + name + ">(\""
                        + type.getName() + "\");");
            }
        });
    }

    private void writeCalls(Class<?> type, List<Operation> operations) {
        String name = CppTypes.simple(type);
        inNamespace(type, () -> {
            for (Operation each : operations) {
                line("inline " + each.result() + " " + name + "::" + each.name() + "(" + each.parameters() + ") const");
                line("{");
                line("    return rmi4mpi_call<" + each.result() + ">(" + each.passed() + ");");
                line("}");
                line("inline ::rmi4mpi::future<" + each.result() + "> " + name + "::async_calls::" + each.name() + "("
                        + each.parameters() + ") const");
                line("{");
                line("    return target.rmi4mpi_begin_call<" + each.result() + ">(" + each.passed() + ");");
                line("}");
            }
            interfaces.keySet().stream().filter(each -> each != type && each.isAssignableFrom(type))
                    .forEach(each -> line(
                            "inline " + name + "::operator " + CppTypes.qualified(each) + "() const { return "
                                    + CppTypes.qualified(each) + "(rmi4mpi_reference()); }"));
        });
    }

    private void writeServant(Class<?> type, List<Operation> operations) {
        String name = CppTypes.simple(type) + "_servant";
        inNamespace(type, () -> {
            line("/** The base of objects of C++ that are a " + type.getName() + ". */");
            line("class " + name + " : public ::rmi4mpi::servant {");
            line("public:");
            for (Operation each : operations) {
                line("    /** " + describe(each) + " */");
                line("    virtual " + each.result() + " " + each.name() + "(" + each.parameters() + ") = 0;");
            }
            line("");
            line("    ::rmi4mpi::span<const char *const> rmi4mpi_interfaces() const override");
            line("    {");
            line("        static const char *const names[] = {\"" + type.getName() + "\"};");
            line("        return names;");
            line("    }");
            line("    void rmi4mpi_serve(const ::rmi4mpi::request &rmi4mpi_asked, ::rmi4mpi::reader &rmi4mpi_in, ::rmi4mpi::writer"
                    + " &rmi4mpi_out) override;");
            line("};");
            writeDispatch(name, operations);
        });
    }

    private void writeDispatch(String name, List<Operation> operations) {
        line("inline void " + name
                + "::rmi4mpi_serve(const ::rmi4mpi::request &rmi4mpi_asked, ::rmi4mpi::reader &rmi4mpi_in,"
                + " ::rmi4mpi::writer &rmi4mpi_out)");
        line("{");
        line("    (void)rmi4mpi_in;");
        line("    (void)rmi4mpi_out;");
        line("    static const std::vector<method> methods = {");
        operations.forEach(each -> line("        {\"" + each.method().getName() + "\", \"" + each.descriptor() + "\", "
                + each.types().size() + "},"));
        line("    };");
        line("    switch (rmi4mpi_find(methods, rmi4mpi_asked)) {");
        for (int i = 0; i < operations.size(); i++) {
            Operation each = operations.get(i);
            line("    case " + i + ": {");
            for (int k = 0; k < each.types().size(); k++) {
                String type = each.types().get(k).replaceFirst("^const (.*) &$", "$1");
                line("        auto rmi4mpi_argument" + k + " = rmi4mpi_in.read<" + type + ">();");
            }
            String call = "this->" + each.name() + "(" + IntStream.range(0, each.types().size())
                    .mapToObj(k -> "rmi4mpi_argument" + k).collect(Collectors.joining(", ")) + ")";
            line("        " + (each.result().equals("void") ? call : "rmi4mpi_out.write(" + call + ")") + ";");
            line("        break;");
            line("    }");
        }
        line("    }");
        line("}");
    }
}
