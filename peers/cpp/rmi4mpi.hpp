/*
 * Remote objects between the ranks of an MPI job, for C++17, on top of rmi4mpi.h. docs/other-languages.md shows how to begin.
 *
 * rmi4mpirun --stubs-cpp writes a stub, a servant and the value types of a Java interface. A stub's methods call the remote
 * object, and throw remote_exception where the method has thrown. Stubs may be copied, and used by several threads at once.
 */
#ifndef RMI4MPI_HPP
#define RMI4MPI_HPP

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <exception>
#include <future>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
#if defined(__GNUG__)
#include <cxxabi.h>
#include <cstdlib>
#endif
#if defined(__has_include)
#if __has_include(<span>) && __cplusplus >= 202002L
#include <span>
#endif
#endif

#include "rmi4mpi.h"

namespace rmi4mpi {

#if defined(__cpp_lib_span)
using std::span;
#else
/** A view of elements that lie elsewhere: the part of std::span that is needed before C++20. */
template <class T> class span {
    T *first = nullptr;
    std::size_t count = 0;

public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;

    span() = default;
    span(T *data, std::size_t size) : first(data), count(size) {}
    template <std::size_t N> span(T (&elements)[N]) : first(elements), count(N) {}
    template <class C, class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<C &>().data()), T *>>>
    span(C &elements) : first(elements.data()), count(elements.size())
    {}
    template <class C, class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<const C &>().data()), T *>>>
    span(const C &elements) : first(elements.data()), count(elements.size())
    {}

    T *data() const { return first; }
    std::size_t size() const { return count; }
    bool empty() const { return count == 0; }
    T *begin() const { return first; }
    T *end() const { return first + count; }
    T &operator[](std::size_t index) const { return first[index]; }
    span subspan(std::size_t from, std::size_t size) const { return {first + from, size}; }
};
#endif

/** A java.util.List or Collection, as opposed to an array, which is a std::vector. */
template <class T> struct list : std::vector<T> {
    using std::vector<T>::vector;
};

/** A failure of the call itself: wrong use, or values that cannot travel. */
class error : public std::runtime_error {
    int number;

public:
    error(int code, const std::string &text) : std::runtime_error(text), number(code) {}
    /** One of RMI4MPI_USAGE, RMI4MPI_TYPE and the like. */
    int code() const { return number; }
};

inline void check(int code)
{
    if (code != RMI4MPI_OK)
        throw error(code, rmi4mpi_error());
}

[[noreturn]] inline void refuse(const std::string &text)
{
    throw error(RMI4MPI_TYPE, text);
}

/** How deep values may be nested: MOST_DEPTH of docs/wire.md. */
inline constexpr int most_depth = 1000;

/** A counted reference to an object of any rank, or none. */
class reference {
    rmi4mpi_object *object = nullptr;

public:
    reference() = default;
    /** Takes the owner that the C interface has handed out. */
    explicit reference(rmi4mpi_object *owned) : object(owned) {}
    reference(const reference &other) : object(other.object) { rmi4mpi_retain(object); }
    reference(reference &&other) noexcept : object(std::exchange(other.object, nullptr)) {}
    reference &operator=(reference other) noexcept
    {
        std::swap(object, other.object);
        return *this;
    }
    ~reference() { rmi4mpi_release(object); }

    rmi4mpi_object *get() const { return object; }
    explicit operator bool() const { return object != nullptr; }
    int rank() const { return rmi4mpi_object_rank(object); }
    friend bool operator==(const reference &a, const reference &b) { return a.object == b.object; }
    friend bool operator!=(const reference &a, const reference &b) { return a.object != b.object; }
    friend bool operator<(const reference &a, const reference &b)
    {
        return std::less<rmi4mpi_object *>()(a.object, b.object);
    }
};

class writer;
class reader;
class plain_object;
class remote_exception;
template <class T, class = void> struct codec;

/** Writes values, and remembers objects that come again. */
class writer {
    rmi4mpi_writer *target;
    std::optional<std::unordered_map<const void *, std::int64_t>> numbers; // of objects, if there are some
    int depth = 0;

public:
    /** A value of parts, whose nesting has a limit. */
    class nested {
        writer &out;

    public:
        explicit nested(writer &target) : out(target)
        {
            if (++out.depth > most_depth) {
                --out.depth;
                refuse("values are nested more than " + std::to_string(most_depth)
                       + " deep: send a vector of the parts");
            }
        }
        nested(const nested &) = delete;
        nested &operator=(const nested &) = delete;
        ~nested() { --out.depth; }
    };
    explicit writer(rmi4mpi_writer *c) : target(c) {}
    rmi4mpi_writer *get() const { return target; }
    template <class T> void write(const T &value) { codec<T>::write(*this, value); }
    void text(std::string_view value) { rmi4mpi_put_text(target, value.data(), value.size()); }
    template <class T> void field(std::string_view name, const T &value)
    {
        rmi4mpi_put_name(target, name.data(), name.size());
        write(value);
    }
    /** Writes a mark for an object with identity. Returns false if it was there before, and is written now. */
    bool is_first(const void *object)
    {
        if (!numbers)
            numbers.emplace();
        auto found = numbers->find(object);
        if (found != numbers->end()) {
            rmi4mpi_put_again(target, found->second);
            return false;
        }
        numbers->emplace(object, rmi4mpi_put_shared(target));
        return true;
    }
};

/** Reads values, and remembers objects that may come again. */
class reader {
    rmi4mpi_reader *source;
    std::vector<std::shared_ptr<plain_object>> objects;

public:
    explicit reader(rmi4mpi_reader *c) : source(c) {}
    rmi4mpi_reader *get() const { return source; }
    int kind() { return rmi4mpi_kind(source); }
    template <class T> T read() { return codec<T>::read(*this); }
    std::string_view text()
    {
        const char *text;
        std::size_t length;
        check(rmi4mpi_get_text(source, &text, &length));
        return {text, length};
    }
    /** The object with this number, or null. */
    std::shared_ptr<plain_object> seen(std::int64_t number) const
    {
        return number >= 0 && static_cast<std::size_t>(number) < objects.size()
                   ? objects[static_cast<std::size_t>(number)]
                   : nullptr;
    }
    void remember(std::int64_t number, std::shared_ptr<plain_object> object)
    {
        if (number < 0)
            return;
        if (objects.size() <= static_cast<std::size_t>(number))
            objects.resize(static_cast<std::size_t>(number) + 1);
        objects[static_cast<std::size_t>(number)] = std::move(object);
    }
};

/** Ends a value of parts, also where reading fails. */
class parts {
    rmi4mpi_reader *source;

public:
    explicit parts(reader &in) : source(in.get()) {}
    parts(const parts &) = delete;
    parts &operator=(const parts &) = delete;
    ~parts() { rmi4mpi_leave_value(source); }
};

// ---- values

template <> struct codec<bool> {
    static void write(writer &out, bool value) { rmi4mpi_put_boolean(out.get(), value); }
    static bool read(reader &in)
    {
        int value;
        check(rmi4mpi_get_boolean(in.get(), &value));
        return value != 0;
    }
};

template <class T>
inline constexpr bool is_integer_v = std::is_same_v<T, std::int8_t> || std::is_same_v<T, std::int16_t>
                                     || std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t>;

template <class T> struct codec<T, std::enable_if_t<is_integer_v<T>>> {
    static void write(writer &out, T value) { rmi4mpi_put_integer(out.get(), value); }
    static T read(reader &in)
    {
        std::int64_t value;
        check(rmi4mpi_get_integer(in.get(), std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), &value));
        return static_cast<T>(value);
    }
};

template <> struct codec<char16_t> {
    static void write(writer &out, char16_t value) { rmi4mpi_put_char(out.get(), static_cast<std::uint16_t>(value)); }
    static char16_t read(reader &in)
    {
        std::uint16_t value;
        check(rmi4mpi_get_char(in.get(), &value));
        return static_cast<char16_t>(value);
    }
};

template <> struct codec<float> {
    static void write(writer &out, float value) { rmi4mpi_put_float(out.get(), value); }
    static float read(reader &in)
    {
        float value;
        check(rmi4mpi_get_float(in.get(), &value));
        return value;
    }
};

template <> struct codec<double> {
    static void write(writer &out, double value) { rmi4mpi_put_double(out.get(), value); }
    static double read(reader &in)
    {
        double value;
        check(rmi4mpi_get_double(in.get(), &value));
        return value;
    }
};

template <> struct codec<std::string> {
    static void write(writer &out, const std::string &value) { out.text(value); }
    static std::string read(reader &in) { return std::string(in.text()); }
};

/** Something that may be null: a boxed number, or a text. */
template <class T> struct codec<std::optional<T>> {
    static void write(writer &out, const std::optional<T> &value)
    {
        if (value)
            out.write(*value);
        else
            rmi4mpi_put_null(out.get());
    }
    static std::optional<T> read(reader &in)
    {
        if (in.kind() != RMI4MPI_NULL)
            return in.read<T>();
        check(rmi4mpi_get_null(in.get()));
        return std::nullopt;
    }
};

template <class T> struct element_type : std::integral_constant<int, 0> {};
template <> struct element_type<std::int8_t> : std::integral_constant<int, RMI4MPI_BYTES> {};
template <> struct element_type<char16_t> : std::integral_constant<int, RMI4MPI_CHARS> {};
template <> struct element_type<std::int16_t> : std::integral_constant<int, RMI4MPI_SHORTS> {};
template <> struct element_type<std::int32_t> : std::integral_constant<int, RMI4MPI_INTS> {};
template <> struct element_type<std::int64_t> : std::integral_constant<int, RMI4MPI_LONGS> {};
template <> struct element_type<float> : std::integral_constant<int, RMI4MPI_FLOATS> {};
template <> struct element_type<double> : std::integral_constant<int, RMI4MPI_DOUBLES> {};

/** An array of primitives, which stays in the frame: for arguments of servants. */
template <class T> struct codec<span<T>> {
    using element = std::remove_cv_t<T>;
    static void write(writer &out, const span<T> &value)
    {
        rmi4mpi_put_elements(out.get(), element_type<element>::value, value.data(), value.size());
    }
    static span<T> read(reader &in)
    {
        static_assert(std::is_const_v<T>, "elements in a frame cannot be changed");
        const void *elements;
        std::size_t count;
        check(rmi4mpi_get_elements(in.get(), element_type<element>::value, &elements, &count));
        return {static_cast<T *>(elements), count};
    }
};

template <class T> struct list_codec {
    using element = typename T::value_type;
    static void write(writer &out, const T &value)
    {
        rmi4mpi_put_list(out.get(), value.size());
        for (const element &each : value)
            out.write(each);
    }
    static T read(reader &in)
    {
        std::size_t count;
        check(rmi4mpi_get_list(in.get(), &count));
        parts end(in);
        T made;
        made.reserve(count);
        for (std::size_t i = 0; i < count; i++)
            made.push_back(in.read<element>());
        return made;
    }
};

template <class T> struct codec<list<T>> : list_codec<list<T>> {};

template <class T> struct codec<std::vector<T>> : list_codec<std::vector<T>> {
    static void write(writer &out, const std::vector<T> &value)
    {
        if constexpr (element_type<T>::value != 0)
            rmi4mpi_put_elements(out.get(), element_type<T>::value, value.data(), value.size());
        else
            list_codec<std::vector<T>>::write(out, value);
    }
    static std::vector<T> read(reader &in)
    {
        if constexpr (element_type<T>::value != 0) {
            span<const T> elements = in.read<span<const T>>();
            return std::vector<T>(elements.begin(), elements.end());
        } else {
            if (in.kind() == RMI4MPI_MATRIX)
                return read_rows(in);
            return list_codec<std::vector<T>>::read(in);
        }
    }

private:
    static std::vector<T> read_rows(reader &in)
    {
        std::size_t rows, columns;
        check(rmi4mpi_get_matrix(in.get(), &rows, &columns));
        parts end(in);
        std::vector<T> made;
        if constexpr (is_row<T>::value) {
            using element = typename T::value_type;
            span<const element> elements = in.read<span<const element>>();
            if (elements.size() != rows * columns)
                refuse("a matrix of " + std::to_string(rows) + " rows and " + std::to_string(columns) + " columns has "
                       + std::to_string(elements.size()) + " elements");
            for (std::size_t row = 0; row < rows; row++)
                made.emplace_back(elements.begin() + row * columns, elements.begin() + (row + 1) * columns);
        } else {
            refuse("expected an array of objects, found a matrix");
        }
        return made;
    }
    template <class R> struct is_row : std::false_type {};
    template <class E> struct is_row<std::vector<E>> : std::bool_constant<element_type<E>::value != 0> {};
};

template <> struct codec<std::vector<bool>> {
    static void write(writer &out, const std::vector<bool> &value)
    {
        std::vector<std::uint8_t> bytes(value.begin(), value.end());
        rmi4mpi_put_elements(out.get(), RMI4MPI_BOOLEANS, bytes.data(), bytes.size());
    }
    static std::vector<bool> read(reader &in)
    {
        const void *elements;
        std::size_t count;
        check(rmi4mpi_get_elements(in.get(), RMI4MPI_BOOLEANS, &elements, &count));
        const auto *bytes = static_cast<const std::uint8_t *>(elements);
        return std::vector<bool>(bytes, bytes + count);
    }
};

template <class T> struct codec<std::set<T>> {
    static void write(writer &out, const std::set<T> &value)
    {
        rmi4mpi_put_set(out.get(), value.size());
        for (const T &each : value)
            out.write(each);
    }
    static std::set<T> read(reader &in)
    {
        std::size_t count;
        check(rmi4mpi_get_list(in.get(), &count));
        parts end(in);
        std::set<T> made;
        for (std::size_t i = 0; i < count; i++)
            made.insert(in.read<T>());
        return made;
    }
};

template <class K, class V> struct codec<std::map<K, V>> {
    static void write(writer &out, const std::map<K, V> &value)
    {
        rmi4mpi_put_map(out.get(), value.size());
        for (const auto &[key, each] : value) {
            out.write(key);
            out.write(each);
        }
    }
    static std::map<K, V> read(reader &in)
    {
        std::size_t count;
        check(rmi4mpi_get_map(in.get(), &count));
        parts end(in);
        std::map<K, V> made;
        for (std::size_t i = 0; i < count; i++) {
            K key = in.read<K>();
            made.insert_or_assign(std::move(key), in.read<V>());
        }
        return made;
    }
};

template <> struct codec<reference> {
    static void write(writer &out, const reference &value) { rmi4mpi_put_reference(out.get(), value.get()); }
    static reference read(reader &in)
    {
        rmi4mpi_object *object;
        check(rmi4mpi_get_reference(in.get(), &object));
        return reference(object);
    }
};

// ---- records and plain classes

/** The base of structs that stand for records and classes of Java. They travel as std::shared_ptr, and so keep their identity. */
class plain_object {
public:
    virtual ~plain_object() = default;
    /** Class.getName() of the class. */
    virtual const char *rmi4mpi_class() const = 0;
    virtual std::size_t rmi4mpi_field_count() const = 0;
    virtual void rmi4mpi_write_fields(writer &out) const = 0;
    /** Reads the value of a field. Returns false if there is none of this name. */
    virtual bool rmi4mpi_read_field(std::string_view name, reader &in) = 0;
};

/** The classes of the program, by the names of those of Java. Generated headers add theirs. */
class class_table {
    std::map<std::string, std::shared_ptr<plain_object> (*)(), std::less<>> makers;

public:
    static class_table &all()
    {
        static class_table table;
        return table;
    }
    template <class T> bool add(const char *name)
    {
        makers[name] = [] { return std::shared_ptr<plain_object>(std::make_shared<T>()); };
        return true;
    }
    std::shared_ptr<plain_object> make(std::string_view name) const
    {
        auto found = makers.find(name);
        if (found == makers.end())
            refuse("class " + std::string(name)
                   + " is not known to this program: include the header that rmi4mpirun --stubs-cpp writes for it, or "
                     "take an "
                     "rmi4mpi::value");
        return found->second();
    }
};

template <class T> struct codec<std::shared_ptr<T>, std::enable_if_t<std::is_base_of_v<plain_object, T>>> {
    static void write(writer &out, const std::shared_ptr<T> &value)
    {
        if (!value) {
            rmi4mpi_put_null(out.get());
        } else if (out.is_first(static_cast<const plain_object *>(value.get()))) {
            writer::nested level(out);
            rmi4mpi_put_object(out.get(), value->rmi4mpi_class(), value->rmi4mpi_field_count());
            value->rmi4mpi_write_fields(out);
        }
    }
    static std::shared_ptr<T> read(reader &in)
    {
        if (in.kind() == RMI4MPI_NULL) {
            check(rmi4mpi_get_null(in.get()));
            return nullptr;
        }
        int again;
        std::int64_t number = rmi4mpi_number(in.get(), &again);
        std::shared_ptr<plain_object> object = again ? in.seen(number) : nullptr;
        if (object) {
            check(rmi4mpi_get_again(in.get()));
        } else {
            object = read_fields(in, number);
        }
        std::shared_ptr<T> made = std::dynamic_pointer_cast<T>(object);
        if (!made)
            refuse(std::string("an object of class ") + object->rmi4mpi_class()
                   + " came where another class is declared");
        return made;
    }

private:
    static std::shared_ptr<plain_object> read_fields(reader &in, std::int64_t number)
    {
        const char *name;
        std::size_t length, count;
        std::shared_ptr<plain_object> made;
        if (in.kind() == RMI4MPI_MAP) { // of a language without the class
            if constexpr (!std::is_abstract_v<T>)
                made = std::make_shared<T>();
            else
                refuse("a map came where only a subclass of an abstract class can");
            check(rmi4mpi_get_map(in.get(), &count));
        } else {
            check(rmi4mpi_get_object(in.get(), &name, &length, &count));
        }
        parts end(in);
        if (!made)
            made = class_table::all().make({name, length});
        in.remember(number, made);
        for (std::size_t i = 0; i < count; i++) {
            std::string_view field = in.text();
            if (!made->rmi4mpi_read_field(field, in))
                refuse(std::string("class ") + made->rmi4mpi_class() + " of this program has no field "
                       + std::string(field) + ": write its header anew by rmi4mpirun --stubs-cpp");
        }
        return made;
    }
};

/** Names of an enum class. A generated header specialises it, with name, and constants in the order of the enumerators. */
template <class E> struct enum_names;

template <class E> struct codec<E, std::enable_if_t<std::is_enum_v<E>>> {
    static void write(writer &out, E value)
    {
        auto index = static_cast<std::size_t>(value);
        if (index >= std::size(enum_names<E>::constants))
            refuse(std::string("value ") + std::to_string(index) + " is no constant of " + enum_names<E>::name);
        rmi4mpi_put_enum(out.get(), enum_names<E>::name, enum_names<E>::constants[index]);
    }
    static E read(reader &in)
    {
        const char *class_name = enum_names<E>::name, *constant;
        std::size_t class_length = std::strlen(class_name), length;
        if (in.kind() == RMI4MPI_TEXT) // of a language without the enum
            check(rmi4mpi_get_text(in.get(), &constant, &length));
        else
            check(rmi4mpi_get_enum(in.get(), &class_name, &class_length, &constant, &length));
        std::string_view name(constant, length);
        if (std::string_view(class_name, class_length) == enum_names<E>::name)
            for (std::size_t i = 0; i < std::size(enum_names<E>::constants); i++)
                if (name == enum_names<E>::constants[i])
                    return static_cast<E>(i);
        refuse("the constant " + std::string(class_name, class_length) + "." + std::string(name) + " is none of "
               + enum_names<E>::name);
    }
};

// ---- any value

/** A value of any type: for parameters of type Object, and for classes that the program does not know. */
class value {
public:
    struct object_data {
        std::string class_name;
        std::vector<std::pair<std::string, value>> fields;
        const value *field(std::string_view name) const
        {
            for (const auto &each : fields)
                if (each.first == name)
                    return &each.second;
            return nullptr;
        }
    };
    struct enum_data {
        std::string class_name, constant;
    };
    /** A BigInteger: bytes of its magnitude, the most significant one first; for a negative one those of -1 - value. */
    struct big_integer {
        bool is_negative;
        std::vector<std::uint8_t> magnitude;
    };
    struct map_data {
        std::vector<std::pair<value, value>> entries;
    };
    struct set_data {
        std::vector<value> elements;
    };
    struct list_data {
        std::vector<value> elements;
    };
    struct exception_data {
        std::shared_ptr<const remote_exception> exception;
    };
    using content =
        std::variant<std::monostate, bool, std::int64_t, float, double, char16_t, std::string, std::vector<bool>,
                     std::vector<std::int8_t>, std::vector<char16_t>, std::vector<std::int16_t>,
                     std::vector<std::int32_t>, std::vector<std::int64_t>, std::vector<float>, std::vector<double>,
                     list_data, set_data, map_data, object_data, enum_data, reference, exception_data, big_integer>;

    value() : data(std::make_shared<content>()) {}
    template <class T,
              class = std::enable_if_t<std::is_constructible_v<content, T> && !std::is_same_v<std::decay_t<T>, value>>>
    value(T &&any) : data(std::make_shared<content>(std::forward<T>(any)))
    {}
    value(int any) : value(static_cast<std::int64_t>(any)) {}
    value(const char *any) : value(std::string(any)) {}

    bool is_null() const { return std::holds_alternative<std::monostate>(*data); }
    template <class T> bool is() const { return std::holds_alternative<T>(*data); }
    /** Throws std::bad_variant_access if the value has another type. */
    template <class T> const T &as() const { return std::get<T>(*data); }
    /** Copies of a value are the same value. */
    bool is_same(const value &other) const { return data == other.data; }
    const content &get() const { return *data; }
    content &change() { return *data; }

private:
    std::shared_ptr<content> data;
    friend struct codec<value>;
};

/** An exception that a method has thrown at another rank, or that a servant throws to its caller. */
class remote_exception : public std::exception {
public:
    struct trace_element {
        std::string class_name, function;
        std::optional<std::string> file;
        std::int32_t line = 0;
    };

    remote_exception() = default;
    /**
     * For servants: an exception of a Java class, such as java.lang.IllegalArgumentException.
     *
     * @param superclasses from the direct superclass up to java.lang.Throwable, as far as they are known; none for what is
     *        no class of Java
     */
    remote_exception(std::string class_name, std::optional<std::string> message,
                     std::shared_ptr<const remote_exception> cause = {},
                     std::vector<std::string> superclasses = {"java.lang.Throwable"})
        : name(std::move(class_name)), words(std::move(message)), reason(std::move(cause)),
          above(std::move(superclasses))
    {
        text = words ? name + ": " + *words : name;
    }

    const char *what() const noexcept override { return text.c_str(); }
    const std::string &class_name() const { return name; }
    const std::optional<std::string> &message() const { return words; }
    const std::shared_ptr<const remote_exception> &cause() const { return reason; }
    const std::vector<trace_element> &trace() const { return elements; }
    const std::vector<std::string> &superclasses() const { return above; }
    const std::vector<std::pair<std::string, value>> &fields() const { return values; }
    /** Whether the exception is of this class of Java, or of a subclass. */
    bool is(std::string_view class_name) const
    {
        return name == class_name || std::find(above.begin(), above.end(), class_name) != above.end();
    }

private:
    std::string name, text;
    std::optional<std::string> words;
    std::shared_ptr<const remote_exception> reason;
    std::vector<trace_element> elements;
    std::vector<std::string> above;
    std::vector<std::pair<std::string, value>> values;
    friend struct codec<remote_exception>;
};

template <> struct codec<value> {
    static void write(writer &out, const value &any);
    static value read(reader &in);
};

template <> struct codec<remote_exception> {
    static void write(writer &out, const remote_exception &thrown)
    {
        rmi4mpi_put_throwable(out.get());
        out.text(thrown.name);
        out.write(thrown.words);
        if (thrown.reason)
            write(out, *thrown.reason);
        else
            rmi4mpi_put_null(out.get());
        rmi4mpi_put_list(out.get(), thrown.elements.size());
        for (const auto &each : thrown.elements) {
            rmi4mpi_put_list(out.get(), 4);
            out.text(each.class_name);
            out.text(each.function);
            out.write(each.file);
            out.write(each.line);
        }
        rmi4mpi_put_list(out.get(), thrown.above.size());
        for (const auto &each : thrown.above)
            out.text(each);
        rmi4mpi_put_map(out.get(), thrown.values.size());
        for (const auto &[field, any] : thrown.values)
            out.field(field, any);
    }
    static remote_exception read(reader &in)
    {
        remote_exception made;
        check(rmi4mpi_get_throwable(in.get()));
        parts end(in);
        made.name = in.read<std::string>();
        made.words = in.read<std::optional<std::string>>();
        made.text = made.words ? made.name + ": " + *made.words : made.name;
        if (in.kind() == RMI4MPI_NULL)
            check(rmi4mpi_get_null(in.get()));
        else
            made.reason = std::make_shared<const remote_exception>(read(in));
        read_trace(in, made);
        made.above = in.read<list<std::string>>();
        std::size_t count;
        check(rmi4mpi_get_map(in.get(), &count));
        parts fields_end(in);
        for (std::size_t i = 0; i < count; i++) {
            std::string field = in.read<std::string>();
            made.values.emplace_back(std::move(field), in.read<value>());
        }
        return made;
    }

private:
    static void read_trace(reader &in, remote_exception &made)
    {
        std::size_t count;
        check(rmi4mpi_get_list(in.get(), &count));
        parts end(in);
        for (std::size_t i = 0; i < count; i++) {
            std::size_t four;
            check(rmi4mpi_get_list(in.get(), &four));
            parts element_end(in);
            if (four != 4)
                refuse("an element of a trace has " + std::to_string(four) + " parts, where 4 are expected");
            remote_exception::trace_element element;
            element.class_name = in.read<std::optional<std::string>>().value_or("");
            element.function = in.read<std::optional<std::string>>().value_or("");
            element.file = in.read<std::optional<std::string>>();
            element.line = in.read<std::optional<std::int32_t>>().value_or(0);
            made.elements.push_back(std::move(element));
        }
    }
};

namespace detail {

template <class... F> struct overloaded : F... {
    using F::operator()...;
};
template <class... F> overloaded(F...) -> overloaded<F...>;

/** A value that is being read stands for itself: graphs and cycles keep their form. */
class shared_value : public plain_object {
public:
    explicit shared_value(value any) : content(std::move(any)) {}
    const char *rmi4mpi_class() const override { return "java.lang.Object"; }
    std::size_t rmi4mpi_field_count() const override { return 0; }
    void rmi4mpi_write_fields(writer &) const override {}
    bool rmi4mpi_read_field(std::string_view, reader &) override { return false; }
    value content;
};

inline std::string class_of(const std::type_info &type)
{
    std::string name = type.name();
#if defined(__GNUG__)
    int status = 0;
    std::unique_ptr<char, void (*)(void *)> plain(
        abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), std::free);
    if (status == 0)
        name = plain.get();
#endif
    return "cpp." + name;
}

template <class T> inline constexpr bool is_array_v = false;
template <class T> inline constexpr bool is_array_v<std::vector<T>> = true;

inline std::vector<value> read_values(reader &in, std::size_t count)
{
    std::vector<value> made;
    made.reserve(count);
    for (std::size_t i = 0; i < count; i++)
        made.push_back(in.read<value>());
    return made;
}

inline value::content read_elements(reader &in)
{
    int type;
    check(rmi4mpi_get_element_type(in.get(), &type));
    switch (type) {
    case RMI4MPI_BOOLEANS:
        return in.read<std::vector<bool>>();
    case RMI4MPI_BYTES:
        return in.read<std::vector<std::int8_t>>();
    case RMI4MPI_CHARS:
        return in.read<std::vector<char16_t>>();
    case RMI4MPI_SHORTS:
        return in.read<std::vector<std::int16_t>>();
    case RMI4MPI_INTS:
        return in.read<std::vector<std::int32_t>>();
    case RMI4MPI_LONGS:
        return in.read<std::vector<std::int64_t>>();
    case RMI4MPI_FLOATS:
        return in.read<std::vector<float>>();
    }
    return in.read<std::vector<double>>();
}

/** Reads an array of arrays of one length. */
inline value::content read_matrix(reader &in)
{
    std::size_t rows, columns;
    check(rmi4mpi_get_matrix(in.get(), &rows, &columns));
    parts end(in);
    value::list_data made;
    value::content elements = read_elements(in);
    std::visit(
        [&](const auto &all) {
            using type = std::decay_t<decltype(all)>;
            if constexpr (is_array_v<type>) {
                if (all.size() != rows * columns)
                    refuse("a matrix of " + std::to_string(rows) + " rows and " + std::to_string(columns)
                           + " columns has " + std::to_string(all.size()) + " elements");
                for (std::size_t i = 0; i < rows && columns > 0; i++) {
                    auto begin = all.begin() + static_cast<std::ptrdiff_t>(i * columns);
                    made.elements.emplace_back(type(begin, begin + static_cast<std::ptrdiff_t>(columns)));
                }
            }
        },
        elements);
    return made;
}

/** Reads a value of parts into content, which others may refer to meanwhile. */
inline void read_parts(reader &in, int kind, value::content &content)
{
    std::size_t count, length;
    const char *name;
    switch (kind) {
    case RMI4MPI_MAP: {
        check(rmi4mpi_get_map(in.get(), &count));
        parts end(in);
        value::map_data made;
        for (std::size_t i = 0; i < count; i++) {
            value key = in.read<value>();
            made.entries.emplace_back(std::move(key), in.read<value>());
        }
        content = std::move(made);
        return;
    }
    case RMI4MPI_OBJECT: {
        check(rmi4mpi_get_object(in.get(), &name, &length, &count));
        parts end(in);
        value::object_data made{std::string(name, length), {}};
        for (std::size_t i = 0; i < count; i++) {
            std::string field(in.text());
            made.fields.emplace_back(std::move(field), in.read<value>());
        }
        content = std::move(made);
        return;
    }
    }
    check(rmi4mpi_get_list(in.get(), &count));
    parts end(in);
    if (kind == RMI4MPI_SET)
        content = value::set_data{read_values(in, count)};
    else
        content = value::list_data{read_values(in, count)};
}

} // namespace detail

inline value codec<value>::read(reader &in)
{
    int again;
    std::int64_t number = rmi4mpi_number(in.get(), &again);
    if (again) {
        auto before = std::dynamic_pointer_cast<detail::shared_value>(in.seen(number));
        if (before) {
            check(rmi4mpi_get_again(in.get()));
            return before->content;
        }
    }
    value made;
    if (number >= 0 && !in.seen(number))
        in.remember(number, std::make_shared<detail::shared_value>(made));
    value::content &content = *made.data;
    int kind = in.kind();
    switch (kind) {
    case RMI4MPI_NULL:
        check(rmi4mpi_get_null(in.get()));
        break;
    case RMI4MPI_BOOLEAN:
        content = in.read<bool>();
        break;
    case RMI4MPI_INTEGER:
        content = in.read<std::int64_t>();
        break;
    case RMI4MPI_CHAR:
        content = in.read<char16_t>();
        break;
    case RMI4MPI_FLOAT:
        content = in.read<float>();
        break;
    case RMI4MPI_DOUBLE:
        content = in.read<double>();
        break;
    case RMI4MPI_TEXT:
        content = in.read<std::string>();
        break;
    case RMI4MPI_ELEMENTS:
        content = detail::read_elements(in);
        break;
    case RMI4MPI_MATRIX:
        content = detail::read_matrix(in);
        break;
    case RMI4MPI_ENUM: {
        const char *class_name, *constant;
        std::size_t class_length, length;
        check(rmi4mpi_get_enum(in.get(), &class_name, &class_length, &constant, &length));
        content = value::enum_data{std::string(class_name, class_length), std::string(constant, length)};
        break;
    }
    case RMI4MPI_REFERENCE:
        content = in.read<reference>();
        break;
    case RMI4MPI_THROWABLE:
        content = value::exception_data{std::make_shared<const remote_exception>(in.read<remote_exception>())};
        break;
    case RMI4MPI_BIG_INTEGER: {
        int is_negative;
        const std::uint8_t *bytes;
        std::size_t length;
        check(rmi4mpi_get_big_integer(in.get(), &is_negative, &bytes, &length));
        content = value::big_integer{is_negative != 0, {bytes, bytes + length}};
        break;
    }
    case RMI4MPI_NOTHING:
        check(rmi4mpi_skip(in.get())); // tells what is wrong
        break;
    default:
        detail::read_parts(in, kind, content);
    }
    return made;
}

inline void codec<value>::write(writer &out, const value &any)
{
    auto begin = [&](auto put) {
        if (!out.is_first(any.data.get()))
            return false;
        put();
        return true;
    };
    rmi4mpi_writer *c = out.get();
    writer::nested level(out);
    std::visit(
        detail::overloaded{
            [&](std::monostate) { rmi4mpi_put_null(c); },
            [&](const value::list_data &list) {
                if (begin([&] { rmi4mpi_put_list(c, list.elements.size()); }))
                    for (const value &each : list.elements)
                        write(out, each);
            },
            [&](const value::set_data &set) {
                if (begin([&] { rmi4mpi_put_set(c, set.elements.size()); }))
                    for (const value &each : set.elements)
                        write(out, each);
            },
            [&](const value::map_data &map) {
                if (begin([&] { rmi4mpi_put_map(c, map.entries.size()); }))
                    for (const auto &[key, each] : map.entries) {
                        write(out, key);
                        write(out, each);
                    }
            },
            [&](const value::object_data &object) {
                if (begin([&] { rmi4mpi_put_object(c, object.class_name.c_str(), object.fields.size()); }))
                    for (const auto &[name, each] : object.fields)
                        out.field(name, each);
            },
            [&](const value::enum_data &constant) {
                rmi4mpi_put_enum(c, constant.class_name.c_str(), constant.constant.c_str());
            },
            [&](const value::big_integer &big) {
                rmi4mpi_put_big_integer(c, big.is_negative, big.magnitude.data(), big.magnitude.size());
            },
            [&](const value::exception_data &thrown) { out.write(*thrown.exception); },
            [&](const auto &other) {
                if (!detail::is_array_v<std::decay_t<decltype(other)>> || out.is_first(any.data.get()))
                    out.write(other);
            },
        },
        *any.data);
}

/** Java classes of exceptions that have a class in C++. Generated headers add theirs. */
class exception_table {
    std::map<std::string, void (*)(const remote_exception &), std::less<>> throwers;

public:
    static exception_table &all()
    {
        static exception_table table;
        return table;
    }
    template <class T> bool add(const char *name)
    {
        throwers[name] = [](const remote_exception &thrown) { throw T(thrown); };
        return true;
    }
    /** Throws the exception as the nearest class that the program knows. */
    [[noreturn]] void raise(const remote_exception &thrown) const
    {
        throw_as(thrown.class_name(), thrown);
        for (const std::string &each : thrown.superclasses())
            throw_as(each, thrown);
        throw thrown;
    }

private:
    void throw_as(const std::string &name, const remote_exception &thrown) const
    {
        auto found = throwers.find(name);
        if (found != throwers.end())
            found->second(thrown);
    }
};

// ---- calls

namespace detail {

/** One call, which ends with this. */
class call {
    rmi4mpi_call *begun;

public:
    call(const reference &object, const char *name, const char *descriptor, std::size_t count)
    {
        if (!object)
            throw error(RMI4MPI_USAGE, std::string("a null stub is called: ") + name);
        begun = rmi4mpi_begin(object.get(), name, descriptor, count);
        if (!begun)
            throw error(RMI4MPI_MEMORY, rmi4mpi_error());
    }
    call(const call &) = delete;
    call(call &&other) noexcept : begun(std::exchange(other.begun, nullptr)) {}
    call &operator=(const call &) = delete;
    call &operator=(call &&other) noexcept
    {
        std::swap(begun, other.begun);
        return *this;
    }
    ~call() { rmi4mpi_end(begun); }

    template <class... A> void send(const A &...arguments)
    {
        writer out(rmi4mpi_arguments(begun));
        (out.write(arguments), ...);
        check(rmi4mpi_send(begun));
    }
    template <class... A> void send_one_way(const A &...arguments)
    {
        writer out(rmi4mpi_arguments(begun));
        (out.write(arguments), ...);
        check(rmi4mpi_send_one_way(begun));
    }
    bool is_done() { return rmi4mpi_is_done(begun) != 0; }
    template <class R> R take(double seconds)
    {
        int code = rmi4mpi_wait(begun, seconds);
        if (code != RMI4MPI_OK && code != RMI4MPI_EXCEPTION)
            throw error(code, rmi4mpi_error());
        reader in(rmi4mpi_result(begun));
        if (code == RMI4MPI_EXCEPTION)
            exception_table::all().raise(in.read<remote_exception>());
        if constexpr (!std::is_void_v<R>)
            return in.read<R>();
    }
};

} // namespace detail

/** The result of a call that is under way. Whoever waits serves other ranks meanwhile. */
template <class R> class future {
    std::shared_ptr<detail::call> begun;

public:
    explicit future(detail::call call) : begun(std::make_shared<detail::call>(std::move(call))) {}
    future(future &&) = default;
    future &operator=(future &&) = default;
    bool is_ready() const { return begun && begun->is_done(); }
    /** Waits, and returns the result or throws the exception, once. */
    R get()
    {
        if (!begun)
            throw error(RMI4MPI_USAGE,
                        "a future whose result has been taken, or that became a std::future, is asked for it");
        return std::exchange(begun, nullptr)->template take<R>(0);
    }
    /** A std::future whose get waits. Its wait_for tells std::future_status::deferred. */
    operator std::future<R>() &&
    {
        return std::async(std::launch::deferred, [call = std::move(begun)] { return call->template take<R>(0); });
    }
};

/** The base of stubs. A stub that was made without a reference stands for null. */
class stub {
    reference object;
    double most_seconds = 0;

public:
    stub() = default;
    explicit stub(reference remote) : object(std::move(remote)) {}
    const reference &rmi4mpi_reference() const { return object; }
    explicit operator bool() const { return static_cast<bool>(object); }
    /** Calls of this stub fail with RMI4MPI_SHORT_OF_TIME after this time; 0 for never. */
    void rmi4mpi_wait_at_most(double seconds) { most_seconds = seconds; }
    friend bool operator==(const stub &a, const stub &b) { return a.object == b.object; }
    friend bool operator!=(const stub &a, const stub &b) { return a.object != b.object; }
    friend bool operator<(const stub &a, const stub &b) { return a.object < b.object; }

    /** Calls a method. For methods that no generated stub has, too. */
    template <class R, class... A> R rmi4mpi_call(const char *name, const char *descriptor, const A &...arguments) const
    {
        detail::call call(object, name, descriptor, sizeof...(A));
        call.send(arguments...);
        return call.take<R>(most_seconds);
    }
    /** Sends a call that nobody answers. Its exception is lost. */
    template <class... A>
    void rmi4mpi_call_one_way(const char *name, const char *descriptor, const A &...arguments) const
    {
        detail::call call(object, name, descriptor, sizeof...(A));
        call.send_one_way(arguments...);
    }
    template <class R, class... A>
    future<R> rmi4mpi_begin_call(const char *name, const char *descriptor, const A &...arguments) const
    {
        detail::call call(object, name, descriptor, sizeof...(A));
        call.send(arguments...);
        return future<R>(std::move(call));
    }
};

template <class T> struct codec<T, std::enable_if_t<std::is_base_of_v<stub, T>>> {
    static void write(writer &out, const T &value) { out.write(value.rmi4mpi_reference()); }
    static T read(reader &in) { return T(in.read<reference>()); }
};

// ---- serving

/** A request, as a servant sees it. */
struct request {
    std::string_view name;
    std::optional<std::string_view> descriptor;
    std::size_t argument_count;
    int caller; // its rank
};

/** The base of servants: objects that other ranks call. Their methods run on several threads at once. */
class servant {
    std::int64_t exported_id = 0;
    std::mutex exporting;
    friend class job;

public:
    servant() = default;
    servant(const servant &) {}
    servant &operator=(const servant &) { return *this; }
    virtual ~servant() = default;
    /** Names of the Java interfaces. */
    virtual span<const char *const> rmi4mpi_interfaces() const = 0;
    virtual void rmi4mpi_serve(const request &asked, reader &in, writer &out) = 0;

    /** A method of a generated servant. */
    struct method {
        std::string_view name, descriptor;
        std::size_t argument_count;
    };
    /** Finds the method of a request. Throws an error that names what there is. */
    static std::size_t rmi4mpi_find(span<const method> methods, const request &asked)
    {
        const std::size_t none = methods.size();
        std::size_t found = none;
        for (std::size_t i = 0; i < none; i++) {
            if (methods[i].name != asked.name)
                continue;
            if (asked.descriptor ? methods[i].descriptor == *asked.descriptor
                                 : methods[i].argument_count == asked.argument_count) {
                if (found < none)
                    refuse("methods " + std::string(asked.name) + std::string(methods[found].descriptor) + " and "
                           + std::string(methods[i].descriptor) + " both take " + std::to_string(asked.argument_count)
                           + " arguments: name the descriptor");
                found = i;
            }
        }
        if (found < none)
            return found;
        std::string there;
        for (const method &each : methods)
            there += (there.empty() ? "" : ", ") + std::string(each.name) + std::string(each.descriptor);
        refuse("there is no method " + std::string(asked.name)
               + (asked.descriptor ? std::string(*asked.descriptor)
                                   : " with " + std::to_string(asked.argument_count) + " arguments")
               + ": there are " + there);
    }
};

namespace detail {

inline void write_exception(rmi4mpi_writer *result, const remote_exception &thrown) noexcept
{
    rmi4mpi_throw(result);
    writer out(result);
    out.write(thrown);
}

} // namespace detail

/** Lets a servant run a request of the C interface. */
inline int serve_by(servant &object, const rmi4mpi_request *asked, rmi4mpi_reader *arguments,
                    rmi4mpi_writer *result) noexcept
{
    try {
        request made{{asked->name, asked->name_length}, std::nullopt, asked->argument_count, asked->caller};
        if (asked->descriptor)
            made.descriptor = std::string_view(asked->descriptor, asked->descriptor_length);
        reader in(arguments);
        writer out(result);
        object.rmi4mpi_serve(made, in, out);
        return RMI4MPI_OK;
    } catch (const error &refused) {
        if (refused.code() == RMI4MPI_TYPE || refused.code() == RMI4MPI_DAMAGED)
            return rmi4mpi_fail(refused.code(), "%s", refused.what());
        detail::write_exception(result, remote_exception(detail::class_of(typeid(refused)), refused.what(), {}, {}));
    } catch (const remote_exception &thrown) {
        detail::write_exception(result, thrown);
    } catch (const std::exception &thrown) {
        detail::write_exception(result, remote_exception(detail::class_of(typeid(thrown)), thrown.what(), {}, {}));
    } catch (...) {
        detail::write_exception(result, remote_exception("cpp.unknown", std::nullopt, {}, {}));
    }
    return RMI4MPI_OK;
}

/** This rank in its job. Joins when it is made, and leaves when it is destroyed, after serving until all ranks have ended. */
class job {
    rmi4mpi_job *joined = nullptr;

public:
    /** How other ranks are served: by threads at all times, or in poll and while a call waits. */
    enum class progress { by_threads = RMI4MPI_BY_THREADS, by_hand = RMI4MPI_BY_HAND };

    job(int &argc, char **&argv, progress how = progress::by_threads)
    {
        rmi4mpi_name_language("C++");
        check(rmi4mpi_join(&argc, &argv, static_cast<int>(how), &joined));
    }
    job(const job &) = delete;
    job &operator=(const job &) = delete;
    ~job()
    {
        if (std::uncaught_exceptions() == 0)
            rmi4mpi_leave(joined);
        // Otherwise the process has to end, and mpirun ends the job: the other ranks would wait for this one.
    }

    rmi4mpi_job *get() const { return joined; }
    int rank() const { return rmi4mpi_rank(joined); }
    int size() const { return rmi4mpi_size(joined); }
    /** Serves what has arrived. Returns the number of requests. */
    int poll()
    {
        int served;
        check(rmi4mpi_poll(joined, &served));
        return served;
    }

    /** A reference to an object of this rank, for an argument or a result. The same object has one identity. */
    reference export_object(std::shared_ptr<servant> object)
    {
        std::lock_guard<std::mutex> lock(object->exporting);
        if (object->exported_id != 0)
            if (rmi4mpi_object *found = rmi4mpi_find(joined, object->exported_id))
                return reference(found);
        span<const char *const> names = object->rmi4mpi_interfaces();
        servant &exported = *object;
        auto self = std::make_unique<std::shared_ptr<servant>>(std::move(object));
        rmi4mpi_object *made;
        check(rmi4mpi_export(
            joined, serve, self.get(), [](void *kept) { delete static_cast<std::shared_ptr<servant> *>(kept); },
            names.data(), names.size(), &made));
        self.release();
        exported.exported_id = rmi4mpi_object_id(made);
        return reference(made);
    }
    template <class Stub> Stub stub_of(std::shared_ptr<servant> object)
    {
        return Stub(export_object(std::move(object)));
    }

    void bind(const std::string &name, std::shared_ptr<servant> object)
    {
        bind(name, export_object(std::move(object)));
    }
    void rebind(const std::string &name, std::shared_ptr<servant> object)
    {
        rebind(name, export_object(std::move(object)));
    }
    void bind(const std::string &name, const reference &object)
    {
        check_name(rmi4mpi_bind(joined, name.c_str(), object.get()));
    }
    void rebind(const std::string &name, const reference &object)
    {
        check_name(rmi4mpi_rebind(joined, name.c_str(), object.get()));
    }
    void unbind(const std::string &name) { check_name(rmi4mpi_unbind(joined, name.c_str())); }
    /**
     * Finds the object of a name, and waits until it is bound, for some seconds at most. Then it throws a remote_exception of class
     * java.rmi.NotBoundException.
     */
    template <class Stub> Stub lookup(const std::string &name, double seconds = 10)
    {
        for (auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);;) {
            try {
                rmi4mpi_object *found;
                check_name(rmi4mpi_lookup(joined, name.c_str(), &found));
                return Stub(reference(found));
            } catch (const remote_exception &unbound) {
                if (unbound.class_name() != "java.rmi.NotBoundException" || std::chrono::steady_clock::now() >= end)
                    throw;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }
    /** The names of a rank, or those of the whole job for -1. */
    std::vector<std::string> names(int rank = -1)
    {
        std::vector<std::string> made;
        check_name(rmi4mpi_list(
            joined, rank,
            [](void *names, const char *name, std::size_t length) {
                static_cast<std::vector<std::string> *>(names)->emplace_back(name, length);
            },
            &made));
        return made;
    }

private:
    static void check_name(int code)
    {
        if (code != RMI4MPI_EXCEPTION)
            return check(code);
        std::string text = rmi4mpi_error();
        std::size_t colon = text.find(": ");
        throw remote_exception(text.substr(0, colon), text.substr(std::min(text.size(), colon + 2)));
    }

    static int serve(void *self, const rmi4mpi_request *asked, rmi4mpi_reader *arguments, rmi4mpi_writer *result)
    {
        return serve_by(**static_cast<std::shared_ptr<servant> *>(self), asked, arguments, result);
    }
};

} // namespace rmi4mpi

#endif
