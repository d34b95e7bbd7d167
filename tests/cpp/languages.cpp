/*
 * A rank in C++ beside org.rmi4mpi.tests.programs.Languages: binds a Table, and runs the same cases with those of the others.
 *
 *   languages RANK ...      the ranks that are not Java
 *   languages leave         polls by hand, leaves the job at once, and tells how much processor time it has waited with
 */
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <thread>

#include "Table.rmi.hpp"

namespace {

using namespace org::rmi4mpi::tests::programs;
using ::rmi4mpi::remote_exception;
using ::rmi4mpi::value;
using table = Languages_Table;

constexpr std::size_t large = 1 << 20;

void check(bool holds, const std::string &what)
{
    if (!holds)
        throw std::runtime_error("expected " + what);
}

class cpp_table : public Languages_Table_servant, public std::enable_shared_from_this<cpp_table> {
    ::rmi4mpi::job &job;
    std::atomic<int> notes{0};

public:
    explicit cpp_table(::rmi4mpi::job &own) : job(own) {}
    value echo(const value &any) override { return any; }
    std::int32_t add(std::int32_t a, std::int32_t b) override
    {
        std::int32_t sum;
        if (__builtin_add_overflow(a, b, &sum))
            ::rmi4mpi::refuse("the sum of " + std::to_string(a) + " and " + std::to_string(b) + " is beyond int");
        return sum;
    }
    std::vector<double> scale(::rmi4mpi::span<const double> row, double by) override
    {
        std::vector<double> scaled(row.begin(), row.end());
        for (double &each : scaled)
            each *= by;
        return scaled;
    }
    std::string kind(std::int32_t) override { return "int"; }
    std::string kind(std::int64_t) override { return "long"; }
    std::string kind(const std::string &) override { return "String"; }
    std::string kind(::rmi4mpi::span<const double>) override { return "double[]"; }
    std::map<std::string, ::rmi4mpi::list<std::int64_t>>
    sums(const std::map<std::string, std::vector<std::int64_t>> &rows) override
    {
        std::map<std::string, ::rmi4mpi::list<std::int64_t>> sums;
        for (const auto &[name, row] : rows) {
            std::int64_t sum = 0;
            for (std::int64_t each : row)
                sum += each;
            sums[name] = {static_cast<std::int64_t>(row.size()), sum};
        }
        return sums;
    }
    Languages_Color next(Languages_Color color) override
    {
        return color == Languages_Color::RED ? Languages_Color::GREEN : Languages_Color::RED;
    }
    std::shared_ptr<Languages_Point> move(const std::shared_ptr<Languages_Point> &point, double by) override
    {
        auto moved = std::make_shared<Languages_Point>(*point);
        moved->x += by;
        moved->y += by;
        return moved;
    }
    std::shared_ptr<Languages_Node> chain(const std::shared_ptr<Languages_Node> &first) override { return first; }
    bool isSame(const value &a, const value &b) override { return a.is_same(b); }
    value generic(const value &object) override { return object; }
    table self() override { return job.stub_of<table>(shared_from_this()); }
    std::string ask(const table &other, const std::string &name) override { return "asked: " + other.greet(name); }
    std::string greet(const std::string &name) override { return "Hello " + name + " from C++"; }
    void fail(const std::string &why) override
    {
        if (why == "zero")
            throw std::domain_error("division by zero");
        throw Languages_TableException(why);
    }
    value wrong() override { return value("\xff"); }
    std::string later(const std::string &text) override { return text + " later"; }
    void note(const std::string &) override { notes++; }
    std::int32_t noted() override { return notes; }
    std::int32_t descend(const table &other, const table &own, std::int32_t depth) override
    {
        return depth == 0 ? 0 : 1 + other.descend(own, other, depth - 1);
    }
};

/** The exception that a call throws. */
template <class E, class F> E thrown(const std::string &what, F call)
{
    try {
        call();
    } catch (const E &found) {
        return found;
    }
    throw std::runtime_error("expected an exception: " + what);
}

template <class F> remote_exception refused(const std::string &class_name, const std::string &words, F call)
{
    auto found = thrown<remote_exception>(words, call);
    check(found.is(class_name) && std::string(found.what()).find(words) != std::string::npos,
          class_name + " with " + words + ", found " + found.what());
    return found;
}

void echo_values(const table &other)
{
    check(other.echo({}).is_null(), "null");
    check(other.echo(true).as<bool>(), "a boolean");
    check(other.echo(-(std::int64_t{1} << 40)).as<std::int64_t>() == -(std::int64_t{1} << 40), "a long");
    check(other.echo(2.5).as<double>() == 2.5, "a double");
    value single = other.echo(2.5f); // Python has no type of its own for it
    check(single.is<double>() ? single.as<double>() == 2.5 : single.as<float>() == 2.5f, "a float");
    check(other.echo(u'\xe4').is<char16_t>() || other.echo(u'\xe4').is<std::string>(), "a char");
    check(other.echo("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80").as<std::string>()
              == "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
          "a text");
    check(other.echo(std::vector<std::int32_t>{3, 1 << 30}).as<std::vector<std::int32_t>>()
              == std::vector<std::int32_t>({3, 1 << 30}),
          "an int[]");
    check(other.echo(std::vector<std::int8_t>{1, -1}).as<std::vector<std::int8_t>>()
              == std::vector<std::int8_t>({1, -1}),
          "a byte[]");
    check(other.echo(std::vector<bool>{true, false}).as<std::vector<bool>>() == std::vector<bool>({true, false}),
          "a boolean[]");
    check(other.echo(std::vector<double>{}).as<std::vector<double>>().empty(), "an empty double[]");
    value map = other.echo(value::map_data{{{"key", value::list_data{{1, "two"}}}}});
    const auto &entries = map.as<value::map_data>().entries;
    check(entries.size() == 1 && entries[0].second.as<value::list_data>().elements[1].as<std::string>() == "two",
          "a map");
    check(other.echo(value::set_data{{1, 2}}).as<value::set_data>().elements.size() == 2, "a set");

    value cycle(value::list_data{});
    std::get<value::list_data>(cycle.change()).elements = {cycle};
    value back = other.echo(cycle);
    check(back.as<value::list_data>().elements.at(0).is_same(back), "a list that contains itself");
    for (value *each : {&cycle, &back})
        std::get<value::list_data>(each->change()).elements.clear();
    value shared(std::vector<std::int32_t>{1});
    check(other.isSame(shared, shared) && !other.isSame(shared, std::vector<std::int32_t>{1}),
          "a shared array to be one array");
}

void run_cases(const table &other, const table &own)
{
    echo_values(other);
    check(other.add(2, 3) == 5, "a sum");
    check(other.scale(std::vector<double>{1, 2}, 2) == std::vector<double>({2, 4}), "a row");
    check(other.sums({{"a", {1, 2}}}).at("a") == ::rmi4mpi::list<std::int64_t>({2, 3}), "sums");
    check(other.next(Languages_Color::RED) == Languages_Color::GREEN, "an enum constant");
    auto point = std::make_shared<Languages_Point>();
    point->x = 1;
    point->y = 2;
    auto moved = other.move(point, 1);
    check(moved->x == 2 && moved->y == 3, "a record");

    auto first = std::make_shared<Languages_Node>();
    first->name = "first";
    first->data = {1, 2};
    first->next = std::make_shared<Languages_Node>();
    first->next->next = first;
    auto back = other.chain(first);
    check(back->next->next == back && back->name == "first" && !back->next->name && back->data->at(1) == 2,
          "a graph with its form");
    first->next->next = back->next->next = nullptr;
    check(!other.chain(nullptr), "null for an object");

    check(other.self() == other, "the same object");
    check(other.ask(own, "Jo") == "asked: Hello Jo from C++", "a call back");
    std::vector<double> row(large);
    for (std::size_t i = 0; i < large; i++)
        row[i] = static_cast<double>(i);
    std::vector<double> scaled = other.scale(row, 2);
    check(scaled.size() == large && scaled[large - 1] == 2.0 * (large - 1), "a large array");
    check(other.later("so") == "so later", "a future's value");

    auto early = other.async().add(2, 3);
    std::future<std::int32_t> standard = other.async().add(3, 4);
    check(standard.get() == 7 && early.get() == 5, "calls that are not waited for");
    std::atomic<int> sum{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; i++)
        threads.emplace_back([&] {
            for (int k = 0; k < 100; k++)
                sum += other.add(k, 1);
        });
    for (std::thread &each : threads)
        each.join();
    check(sum == 2 * (100 + 99 * 100 / 2), "two threads to call at once");
    int before = other.noted();
    for (int i = 0; i < 600; i++)
        other.rmi4mpi_call_one_way("note", "(Ljava/lang/String;)V", std::string("one"));
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (other.noted() < before + 600)
        check(std::chrono::steady_clock::now() < end, "one-way calls to come");
    refused("java.rmi.UnmarshalException", "missing", [&] { other.rmi4mpi_call<void>("missing", nullptr); });
    check(thrown<::rmi4mpi::error>("a text that is not UTF-8", [&] { other.greet("\xff"); }).code() == RMI4MPI_TYPE,
          "a type error");
    refused("java.rmi.MarshalException", "", [&] { other.wrong(); });
}

void run_cases_of_java(const table &java)
{
    auto failed = thrown<Languages_TableException>("a mapped exception", [&] { java.fail("why"); });
    check(failed.message() == "why" && failed.is("java.lang.Exception"), "an exception with message and superclasses");
    check(failed.fields().size() == 1 && failed.fields()[0].second.as<std::int64_t>() == 7, "an exception's field");
    bool has_trace = false;
    for (const auto &each : failed.trace())
        has_trace = has_trace || (each.function == "fail" && each.file == "Languages.java");
    check(has_trace, "the trace of Java");
    check(java.kind(std::int32_t{1}) == "int" && java.kind(std::int64_t{1}) == "long"
              && java.kind(std::string("a")) == "String" && java.kind(std::vector<double>{1}) == "double[]",
          "overloads");
    refused("java.rmi.UnmarshalException", "int",
            [&] { java.rmi4mpi_call<int>("add", "(II)I", std::int64_t{1} << 31, 1); });
    refused("java.rmi.UnmarshalException", "none.Such", [&] { java.echo(value::object_data{"none.Such", {}}); });
}

void run_cases_of_cpp(const table &cpp)
{
    auto unknown = refused("cpp.std::domain_error", "division by zero", [&] { cpp.fail("zero"); });
    check(thrown<Languages_TableException>("a mapped exception", [&] { cpp.fail("known"); }).message() == "known",
          "a message");
    refused("java.rmi.UnmarshalException", "does not fit into int",
            [&] { cpp.rmi4mpi_call<int>("add", "(II)I", std::int64_t{1} << 31, 1); });
    refused("java.rmi.UnmarshalException", "both take 1 arguments",
            [&] { cpp.rmi4mpi_call<std::string>("kind", nullptr, 1.5); });
    value deep;
    for (int i = 0; i < 2000; i++)
        deep = value::list_data{{deep}};
    check(std::string(thrown<::rmi4mpi::error>("values that are nested too deep", [&] { cpp.echo(deep); }).what())
                  .find("nested more than 1000 deep")
              != std::string::npos,
          "an error with the limit");
    check(cpp.echo(value::object_data{"none.Such", {{"a", 1}}}).as<value::object_data>().field("a")->as<std::int64_t>()
              == 1,
          "an object of an unknown class");
}

void run(::rmi4mpi::job &job, int argc, char **argv)
{
    auto own = std::make_shared<cpp_table>(job);
    table own_stub = job.stub_of<table>(own);
    job.rebind("//rank" + std::to_string(job.rank()) + "/table", own);
    table java = job.lookup<table>("javaTable", 30);
    run_cases(java, own_stub);
    run_cases_of_java(java);
    for (int i = 1; i < argc; i++) {
        table cpp = job.lookup<table>("//rank" + std::string(argv[i]) + "/table", 30);
        run_cases(cpp, own_stub); // its own, too
        if (cpp.greet("Jo") == "Hello Jo from C++")
            run_cases_of_cpp(cpp);
        if (cpp != own_stub)
            check(cpp.descend(own_stub, cpp, 18) == 18, "calls that call back");
    }
    job.rebind("deep" + std::to_string(job.rank()), own);
    std::vector<std::string> names = job.names();
    check(std::find(names.begin(), names.end(), "javaTable") != names.end(), "a name in the list");
    refused("java.rmi.NotBoundException", "nothing", [&] { job.lookup<table>("nothing", 0); });
}

/* A rank in Java stays for 2 s. This one has left. */
void leave(int argc, char **argv)
{
    std::clock_t begin;
    {
        ::rmi4mpi::job job(argc, argv, ::rmi4mpi::job::progress::by_hand);
        begin = std::clock();
    }
    double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    check(seconds < 1,
          "a rank that has left to sleep, and it took " + std::to_string(seconds) + " s of processor time");
    std::cout << "languages in C++: has left" << std::endl;
}

} // namespace

int main(int argc, char **argv)
{
    try {
        if (argc == 2 && std::string(argv[1]) == "leave") {
            leave(argc, argv);
            return 0;
        }
        table late;
        {
            ::rmi4mpi::job job(argc, argv);
            run(job, argc, argv);
            late = job.lookup<table>("javaTable");
        }
        thrown<::rmi4mpi::error>("a call after the end of the job", [&] { late.noted(); });
        std::cout << "languages in C++: all as expected" << std::endl;
        return 0;
    } catch (const std::exception &failure) {
        std::cerr << "languages.cpp: " << failure.what() << std::endl;
        std::_Exit(1); // and mpirun ends the job
    }
}
