/* Values that are written and read again, refused, and damaged. Runs under sanitizers, in one process. */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <random>
#include <rmi4mpi.hpp>

#include "loopback.h"

namespace {

int failures = 0;

void expect(bool holds, const std::string &what)
{
    if (!holds) {
        std::cerr << "values.cpp: expected " << what << "\n";
        failures++;
    }
}

struct point : rmi4mpi::plain_object {
    std::int32_t x = 0;
    std::shared_ptr<point> next;
    const char *rmi4mpi_class() const override { return "app.Point"; }
    std::size_t rmi4mpi_field_count() const override { return 2; }
    void rmi4mpi_write_fields(rmi4mpi::writer &out) const override
    {
        out.field("x", x);
        out.field("next", next);
    }
    bool rmi4mpi_read_field(std::string_view name, rmi4mpi::reader &in) override
    {
        if (name == "x")
            x = in.read<std::int32_t>();
        else if (name == "next")
            next = in.read<std::shared_ptr<point>>();
        else
            return false;
        return true;
    }
};

struct point_3d : point {
    double z = 0;
    const char *rmi4mpi_class() const override { return "app.Point3"; }
    std::size_t rmi4mpi_field_count() const override { return 3; }
    void rmi4mpi_write_fields(rmi4mpi::writer &out) const override
    {
        point::rmi4mpi_write_fields(out);
        out.field("z", z);
    }
    bool rmi4mpi_read_field(std::string_view name, rmi4mpi::reader &in) override
    {
        if (name != "z")
            return point::rmi4mpi_read_field(name, in);
        z = in.read<double>();
        return true;
    }
};

enum class colour { red, green };

} // namespace

template <> struct rmi4mpi::enum_names<colour> {
    static constexpr const char *name = "app.Colour";
    static constexpr const char *constants[] = {"RED", "GREEN"};
};

namespace {

rmi4mpi_job *job;

using bytes = std::vector<std::uint8_t>;

template <class T> bytes written(const T &value)
{
    rmi4mpi_writer *c = loopback_writer(job);
    rmi4mpi::writer(c).write(value);
    int code = loopback_failure(c);
    std::size_t length;
    const std::uint8_t *start = loopback_bytes(c, &length);
    bytes made(start, start + (code ? 0 : length));
    loopback_end_writer(c);
    rmi4mpi::check(code);
    return made;
}

template <class T> T read(const bytes &from)
{
    std::unique_ptr<rmi4mpi_reader, void (*)(rmi4mpi_reader *)> c(
        loopback_reader(job, from.data(), from.size()), loopback_end_reader);
    rmi4mpi::reader in(c.get());
    return in.read<T>();
}

template <class T> void travels(const T &value, const std::string &what)
{
    try {
        expect(read<T>(written(value)) == value, what + " to travel");
    } catch (const std::exception &thrown) {
        expect(false, what + " to travel, not " + thrown.what());
    }
}

void fails(const std::function<void()> &run, const std::string &words)
{
    try {
        run();
    } catch (const rmi4mpi::error &thrown) {
        expect(std::string(thrown.what()).find(words) != std::string::npos, "\"" + words + "\" in: " + thrown.what());
        return;
    }
    expect(false, "a failure with " + words);
}

void plain_values_travel()
{
    travels(true, "a boolean");
    for (std::int64_t each : {std::int64_t{0}, std::int64_t{23}, std::int64_t{24}, std::int64_t{-25},
                              std::int64_t{1} << 40, INT64_MIN, INT64_MAX})
        travels(each, "a long");
    travels(std::int8_t{-128}, "a byte");
    travels(u'\xdf', "a char");
    travels(1.5f, "a float");
    travels(-0.1, "a double");
    travels(std::string("a text \xc3\xa4 \xf0\x9f\x98\x80"), "a text");
    travels(std::vector<double>{1, 2, INFINITY}, "an array of double");
    travels(std::vector<std::int8_t>{-1, 2}, "an array of byte");
    travels(std::vector<bool>{true, false}, "an array of boolean");
    travels(std::vector<char16_t>{u'a', 0xd800}, "an array of char");
    travels(std::vector<std::vector<std::int32_t>>{{1}, {2, 3}, {}}, "an array of arrays");
    travels(rmi4mpi::list<std::string>{"a", "b"}, "a list");
    travels(std::map<std::string, std::int32_t>{{"a", 1}, {"b", 2}}, "a map");
    travels(std::set<std::int64_t>{1, 2}, "a set");
    travels(std::optional<std::int32_t>{}, "null");
    travels(std::optional<std::int32_t>{7}, "an Integer");
    travels(colour::green, "an enum constant");
    expect(read<colour>(written(std::string("GREEN"))) == colour::green, "a text as an enum constant");
    expect(read<std::shared_ptr<point>>({0xa1, 0x61, 'x', 5})->x == 5, "a map as an object");
    rmi4mpi::value big(rmi4mpi::value::big_integer{true, {1, 0, 0, 0, 0, 0, 0, 0, 0}});
    expect(read<rmi4mpi::value>(written(big)).as<rmi4mpi::value::big_integer>().magnitude.size() == 9, "a BigInteger");
    expect(read<double>({0xf9, 0x3c, 0x00}) == 1, "a half as a double");
    expect(read<double>({0x05}) == 5, "an integer as a double");
    expect(read<std::vector<std::int32_t>>({0x82, 0x01, 0x20}) == std::vector<std::int32_t>({1, -1}),
           "a list as an array");
    expect(read<std::vector<std::vector<double>>>(
               {0xd8, 40, 0x82, 0x82, 0x01, 0x01, 0xd8, 86, 0x48, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f})
               == std::vector<std::vector<double>>({{1.0}}),
           "a matrix as rows");
    expect(read<char16_t>({0x62, 0xc3, 0xa4}) == 0xe4, "a text as a char");
}

void bytes_are_those_of_the_document()
{
    expect(written(std::vector<double>{1, 2})
               == bytes({0xd8, 0x56, 0x50, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0x40}),
           "the bytes of double[]");
    auto made = std::make_shared<point>();
    made->x = 1;
    auto next = made->next = std::make_shared<point>();
    next->x = 2;
    expect(written(made)
               == bytes({0xd8, 0x1c, 0xd9, 0x52, 0x42, 0x82, 0xd8, 0x1c, 0x69, 'a', 'p',  'p',  '.',  'P',  'o',  'i',
                         'n',  't',  0xa2, 0x61, 'x',  1,    0xd8, 0x1c, 0x64, 'n', 'e',  'x',  't',  0xd8, 0x1c, 0xd9,
                         0x52, 0x42, 0x82, 0xd8, 0x1d, 0x01, 0xa2, 0x61, 'x',  2,   0xd8, 0x1d, 0x02, 0xf6}),
           "the bytes of two objects, whose class and field have their names once");
}

void objects_keep_class_and_identity()
{
    auto first = std::make_shared<point_3d>();
    auto second = std::make_shared<point>();
    first->x = 3;
    first->z = 0.5;
    first->next = second;
    second->next = first;
    std::vector<std::shared_ptr<point>> both{first, second, first, nullptr};
    auto came = read<std::vector<std::shared_ptr<point>>>(written(both));
    expect(came.size() == 4 && came[0] == came[2] && came[0]->next == came[1] && came[1]->next == came[0] && !came[3],
           "a cycle");
    auto subclass = std::dynamic_pointer_cast<point_3d>(came[0]);
    expect(subclass && subclass->x == 3 && subclass->z == 0.5, "a subclass with its fields");
    for (const auto &each : {first, came[0] ? std::static_pointer_cast<point_3d>(came[0]) : first})
        each->next = nullptr;

    rmi4mpi::value generic = read<rmi4mpi::value>(written(both[0]));
    expect(generic.as<rmi4mpi::value::object_data>().class_name == "app.Point3",
           "a generic object with its class name");

    rmi4mpi::value list(rmi4mpi::value::list_data{});
    std::get<rmi4mpi::value::list_data>(list.change()).elements = {list, rmi4mpi::value(5)};
    rmi4mpi::value read_list = read<rmi4mpi::value>(written(list));
    const auto &elements = read_list.as<rmi4mpi::value::list_data>().elements;
    expect(elements.size() == 2 && elements[0].is_same(read_list) && elements[1].as<std::int64_t>() == 5,
           "a list that contains itself");
    std::get<rmi4mpi::value::list_data>(list.change()).elements.clear();
    std::get<rmi4mpi::value::list_data>(read_list.change()).elements.clear();
}

void wrong_values_are_named()
{
    fails([] { written(std::string("\xff")); }, "is not UTF-8");
    fails([] { written(std::string("\xed\xa0\x80")); }, "is not UTF-8");
    fails([] { read<std::string>({0x61, 0xc3}); }, "is not UTF-8");
    fails([] { read<std::int32_t>(written(std::int64_t{1} << 31)); }, "2147483648 does not fit into int");
    fails([] { read<std::int32_t>(written(1.5)); }, "expected int, found a double");
    fails([] { read<float>(written(0.1)); }, "none that a float has exactly");
    fails([] { read<double>(written(INT64_MAX)); }, "none that a double has exactly");
    fails([] { read<std::vector<double>>(written(std::vector<float>{1})); }, "expected an array of double");
    fails([] { read<std::shared_ptr<point>>({0xd9, 0x52, 0x42, 0x82, 0x61, 'X', 0xa0}); }, "class X is not known");
    fails([] { read<std::shared_ptr<point_3d>>(written(std::make_shared<point>())); }, "app.Point came where another");
    fails(
        [] {
            read<colour>(
                {0xd9, 0x52, 0x43, 0x82, 0x6a, 'a', 'p', 'p', '.', 'C', 'o', 'l', 'o', 'u', 'r', 0x63, 'B', 'A', 'D'});
        },
        "BAD is none of app.Colour");
    fails([] { read<rmi4mpi::list<rmi4mpi::list<std::int32_t>>>({0xd8, 0x1c, 0x81, 0xd8, 0x1d, 0}); }, "found a list");
    fails([] { read<std::vector<double>>({0xd8, 86, 0x5b, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0xff}); },
          "length is beyond the frame");
    fails([] { read<rmi4mpi::value>({0x9b, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0xff}); },
          "more elements than the frame has bytes");
    fails([] { read<rmi4mpi::value>(bytes(5000, 0x81)); }, "nested more than 1000 deep");
    fails([] { read<rmi4mpi::value>({0x9f, 0xff}); }, "expected a value");
}

struct echo : rmi4mpi::servant {
    rmi4mpi::span<const char *const> rmi4mpi_interfaces() const override
    {
        static const char *const names[] = {"app.Echo"};
        return names;
    }
    void rmi4mpi_serve(const rmi4mpi::request &asked, rmi4mpi::reader &in, rmi4mpi::writer &out) override
    {
        static constexpr method methods[] = {
            {"any", "(Ljava/lang/Object;)Ljava/lang/Object;", 1},
            {"points", "([Lapp/Point;)I", 1},
            {"sum", "([DLjava/util/Map;)D", 2},
            {"fail", "()V", 0}};
        switch (rmi4mpi_find(methods, asked)) {
        case 0:
            out.write(in.read<rmi4mpi::value>());
            break;
        case 1:
            out.write(static_cast<std::int32_t>(in.read<std::vector<std::shared_ptr<point>>>().size()));
            break;
        case 2: {
            auto row = in.read<rmi4mpi::span<const double>>();
            out.write(
                static_cast<double>(row.size() + in.read<std::map<std::string, std::optional<std::int32_t>>>().size()));
            break;
        }
        default:
            throw std::out_of_range("as it was asked");
        }
    }
};

/** The body of a request. */
template <class... A> bytes asked(const std::string &name, const A &...arguments)
{
    rmi4mpi_writer *c = loopback_writer(job);
    rmi4mpi::writer out(c);
    rmi4mpi_put_list(c, 3);
    out.text(name);
    rmi4mpi_put_null(c);
    rmi4mpi_put_list(c, sizeof...(A));
    (out.write(arguments), ...);
    std::size_t length;
    const std::uint8_t *start = loopback_bytes(c, &length);
    bytes made(start, start + length);
    loopback_end_writer(c);
    return made;
}

std::string answered(std::int64_t id, const bytes &body)
{
    int has_thrown;
    std::unique_ptr<rmi4mpi_reader, void (*)(rmi4mpi_reader *)> c(
        loopback_answer(job, id, body.data(), body.size(), &has_thrown), loopback_end_reader);
    rmi4mpi::reader in(c.get());
    if (has_thrown)
        return in.read<rmi4mpi::remote_exception>().what();
    in.read<rmi4mpi::value>();
    return "a result";
}

/** Exports an object by the C interface, since there is no rmi4mpi::job here. */
std::int64_t export_echo(rmi4mpi_object **object)
{
    rmi4mpi::check(rmi4mpi_export(
        job,
        [](void *self, const rmi4mpi_request *asked, rmi4mpi_reader *arguments, rmi4mpi_writer *result) {
            return rmi4mpi::serve_by(*static_cast<echo *>(self), asked, arguments, result);
        },
        new echo, [](void *self) { delete static_cast<echo *>(self); }, nullptr, 0, object));
    return rmi4mpi_object_id(*object);
}

void requests_are_answered(std::int64_t id)
{
    expect(answered(id, asked("any", std::string("x"))) == "a result", "a result");
    expect(answered(id, asked("fail")) == "cpp.std::out_of_range: as it was asked", "the exception of a servant");
    auto contains = [](const std::string &text, const std::string &words) {
        expect(text.find(words) != std::string::npos, "\"" + words + "\" in: " + text);
    };
    contains(answered(id, asked("none")),
             "java.rmi.UnmarshalException: there is no method none with 0 arguments: there are any(Ljava");
    contains(answered(id, asked("points", 1.5)), "java.rmi.UnmarshalException: expected a list, found a double");
    contains(answered(id, {}), "java.rmi.UnmarshalException: ");
    contains(answered(9999, asked("any", 1.5)), "java.rmi.NoSuchObjectException: rank 0 has no object 9999");
}

/** Each damaged frame is a value, or an error. */
void damaged_frames_are_refused(std::int64_t id, unsigned seed, int cases)
{
    std::mt19937 random(seed);
    auto first = std::make_shared<point_3d>();
    auto second = std::make_shared<point>();
    first->next = second;
    std::vector<std::shared_ptr<point>> both{first, second, first};
    rmi4mpi_writer *c = loopback_writer(job);
    rmi4mpi_object *object;
    export_echo(&object);
    rmi4mpi_put_list(c, 3);
    rmi4mpi_put_text(c, "any", 3);
    rmi4mpi_put_null(c);
    rmi4mpi_put_list(c, 1);
    rmi4mpi_put_map(c, 2);
    rmi4mpi_put_reference(c, object);
    rmi4mpi_put_exception(c, "app.Wrong", "text", 4);
    rmi4mpi_put_enum(c, "app.Colour", "RED");
    rmi4mpi_put_char(c, 'x');
    std::size_t length;
    const std::uint8_t *start = loopback_bytes(c, &length);
    const bytes seeds[] = {bytes(start, start + length), asked("points", both),
                           asked("sum", std::vector<double>{1, 2, 3}, std::map<std::string, std::int32_t>{{"a", 1}}),
                           asked("any", std::vector<std::vector<float>>{{1, 2}, {}})};
    loopback_end_writer(c);
    for (int i = 0; i < cases; i++) {
        bytes damaged = seeds[random() % std::size(seeds)];
        for (unsigned changes = 1 + random() % 4; changes > 0 && !damaged.empty(); changes--) {
            std::size_t at = random() % damaged.size();
            switch (random() % 4) {
            case 0:
                damaged[at] = static_cast<std::uint8_t>(random());
                break;
            case 1:
                damaged[at] ^= static_cast<std::uint8_t>(1u << random() % 8);
                break;
            case 2:
                damaged.resize(at);
                break;
            default:
                damaged.insert(damaged.begin() + static_cast<std::ptrdiff_t>(at),
                               {0xd8, static_cast<std::uint8_t>(28 + random() % 2)});
            }
        }
        try {
            answered(id, damaged);
        } catch (const rmi4mpi::error &) {
            // The reply of any may be as damaged.
        }
        std::unique_ptr<rmi4mpi_reader, void (*)(rmi4mpi_reader *)> skipped(
            loopback_reader(job, damaged.data(), damaged.size()), loopback_end_reader);
        rmi4mpi_skip(skipped.get());
    }
    first->next = nullptr;
    rmi4mpi_release(object);
}

} // namespace

int main(int argc, char **argv)
{
    unsigned seed = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1;
    int cases = argc > 2 ? std::atoi(argv[2]) : 20000;
    rmi4mpi::class_table::all().add<point>("app.Point");
    rmi4mpi::class_table::all().add<point_3d>("app.Point3");
    job = loopback_job();
    rmi4mpi_object *object;
    std::int64_t id = export_echo(&object);
    plain_values_travel();
    bytes_are_those_of_the_document();
    objects_keep_class_and_identity();
    wrong_values_are_named();
    requests_are_answered(id);
    std::cout << "values: seed " << seed << ", " << cases << " damaged frames\n";
    damaged_frames_are_refused(id, seed, cases);
    rmi4mpi_release(object);
    loopback_end(job);
    if (failures == 0)
        std::cout << "values: all as expected\n";
    return failures != 0;
}
