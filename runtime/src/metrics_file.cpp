// SPDX-License-Identifier: MIT
#include "metrics_file.hpp"

#include <cstdlib>
#include <fstream>

#include "agreement.hpp"
#include "brick/error.hpp"
#include "last_words.hpp"
#include "mpi_errors.hpp"
#include "mpi_handles.hpp"

namespace brick::detail {

namespace {

constexpr const char* variable = "BRICK_METRICS";

std::string cannot_be_written(const std::string& file) {
  return std::string(variable) + "=" + file + " cannot be written";
}

} // namespace

std::string choose_metrics_file(const communicator& world) {
  std::string wanted;
  together(world, "", [&] {
    const char* const value = std::getenv(variable);
    if (world.rank() != 0 || !value || !*value) return;
    wanted = value;
    if (!std::ofstream(wanted)) throw error(cannot_be_written(wanted));
  });
  return world.all_gather(wanted).front();
}

void write_metrics_file(const std::string& file, const communicator& world, int threads, const metrics_record& own,
                        const std::vector<std::string>& notes) {
  std::vector<metrics_record> records(world.rank() == 0 ? world.size() : 0);
  check_mpi(MPI_Gather(&own, sizeof own, MPI_BYTE, records.data(), sizeof own, MPI_BYTE, 0, communicator_of(world)),
            "MPI_Gather");
  if (world.rank() != 0) return;
  std::ofstream stream(file);
  stream << report_of(records, threads, notes).json() << '\n';
  if (!stream.flush()) say(0, cannot_be_written(file).c_str());
}

} // namespace brick::detail
