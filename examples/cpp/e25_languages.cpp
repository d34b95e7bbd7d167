/* A rank in C++ with a strip of the plate: e25_languages.Coordinator leads it. */
#include <algorithm>
#include <cmath>
#include <mutex>

#include "Strip.rmi.hpp"

namespace {

using e25_languages::Part;
using e25_languages::Strip;
using grid = std::vector<std::vector<double>>;

class cpp_strip : public e25_languages::Strip_servant {
    std::mutex computing; // guards the members that follow
    grid own;             // with the rows of neighbours
    std::vector<std::vector<std::int32_t>> free;
    int first_row = 0;
    double omega = 0;
    Strip above, below;
    std::mutex delivering; // guards the rows of neighbours, which come while a picture is read
    std::vector<double> from_above, from_below;

    double relax_row(std::size_t i, int colour)
    {
        const std::vector<double> &upper = own[i - 1], &lower = own[i + 1];
        std::vector<double> &row = own[i];
        const std::vector<std::int32_t> &ranges = free[i];
        int parity = (first_row - 1 + static_cast<int>(i) + colour) & 1;
        double largest = 0;
        for (std::size_t k = 0; k + 1 < ranges.size(); k += 2) {
            for (int j = ranges[k] + ((ranges[k] + parity) & 1); j < ranges[k + 1]; j += 2) {
                double mean = 0.25 * (upper[j] + lower[j] + row[j - 1] + row[j + 1]);
                double change = omega * (mean - row[j]);
                row[j] += change;
                largest = std::max(largest, std::fabs(change));
            }
        }
        return largest;
    }

    void take_neighbours()
    {
        std::lock_guard<std::mutex> lock(delivering);
        if (!from_above.empty())
            own.front().swap(from_above);
        if (!from_below.empty())
            own.back().swap(from_below);
        from_above.clear();
        from_below.clear();
    }

  public:
    void begin(const std::shared_ptr<Part> &part, const Strip &upper, const Strip &lower) override
    {
        std::lock_guard<std::mutex> lock(computing);
        own = part->rows.value();
        free = part->free.value();
        first_row = part->firstRow;
        omega = part->omega;
        above = upper;
        below = lower;
    }

    double relax(std::int32_t colour) override
    {
        std::vector<double> first, last;
        double largest = 0;
        {
            std::lock_guard<std::mutex> lock(computing);
            take_neighbours();
            for (std::size_t i = 1; i + 1 < own.size(); i++)
                largest = std::max(largest, relax_row(i, colour));
            first = own[1];
            last = own[own.size() - 2];
        }
        if (above)
            above.deliverBelow(first);
        if (below)
            below.deliverAbove(last);
        return largest;
    }

    void deliverAbove(rmi4mpi::span<const double> row) override
    {
        std::lock_guard<std::mutex> lock(delivering);
        from_above.assign(row.begin(), row.end());
    }

    void deliverBelow(rmi4mpi::span<const double> row) override
    {
        std::lock_guard<std::mutex> lock(delivering);
        from_below.assign(row.begin(), row.end());
    }

    grid rows() override
    {
        std::lock_guard<std::mutex> lock(computing);
        return grid(own.begin() + 1, own.end() - 1);
    }
};

} // namespace

int main(int argc, char **argv)
{
    rmi4mpi::job job(argc, argv);
    job.rebind("//rank" + std::to_string(job.rank()) + "/strip", std::make_shared<cpp_strip>());
}
