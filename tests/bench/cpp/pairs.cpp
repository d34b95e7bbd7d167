/* A rank in C++ of a job of PairJobs, as org.rmi4mpi.bench.peer.Pairs: "pairs calls" measures, "pairs serves" is called. */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>

#include "Sink.rmi.hpp"

namespace {

using namespace org::rmi4mpi::bench::peer;
using clock_type = std::chrono::steady_clock;

class cpp_sink : public Pairs_Sink_servant {
  public:
    void nothing() override {}
    std::int32_t doubles(::rmi4mpi::span<const double> values) override
    {
        return static_cast<std::int32_t>(values.size());
    }
    std::int32_t objects(const std::vector<std::shared_ptr<Pairs_MyDouble>> &values) override
    {
        return static_cast<std::int32_t>(values.size());
    }
};

/* A JVM at the other end compiles what every call needs, and then what one kind of arguments needs. */
constexpr std::chrono::milliseconds first_warm_up(3000);
constexpr std::chrono::milliseconds later_warm_up(300);

template <class F> void measure(const std::string &what, F call, std::chrono::milliseconds warm_up = later_warm_up)
{
    constexpr int samples = 11;
    double each[samples];
    long calls = 1;
    auto warm = clock_type::now() + warm_up;
    for (int sample = -1; sample < samples; sample += clock_type::now() < warm ? 0 : 1) {
        auto begin = clock_type::now();
        for (long i = 0; i < calls; i++)
            call();
        double us = std::chrono::duration<double, std::micro>(clock_type::now() - begin).count()
                    / static_cast<double>(calls);
        calls = std::max(1L, static_cast<long>(5000 / us));
        if (sample >= 0)
            each[sample] = us;
    }
    std::sort(each, each + samples);
    std::printf("%s:%.3f\n", what.c_str(), each[samples / 2]);
}

void run(const Pairs_Sink &sink)
{
    measure("null", [&] { sink.nothing(); }, first_warm_up);
    for (std::size_t size = 10; size <= 1000000; size *= 10) {
        std::vector<double> values(size);
        measure("double " + std::to_string(size), [&] { sink.doubles(values); });
    }
    for (std::size_t size = 10; size <= 1000000; size *= 10) {
        std::vector<std::shared_ptr<Pairs_MyDouble>> values;
        for (std::size_t i = 0; i < size; i++) {
            values.push_back(std::make_shared<Pairs_MyDouble>());
            values.back()->value = static_cast<double>(i);
        }
        measure("MyDouble " + std::to_string(size), [&] { sink.objects(values); });
    }
}

} // namespace

int main(int argc, char **argv)
{
    ::rmi4mpi::job job(argc, argv);
    if (argc > 1 && std::strcmp(argv[1], "calls") == 0)
        run(job.lookup<Pairs_Sink>("sink", 30));
    else
        job.rebind("sink", std::make_shared<cpp_sink>());
}
