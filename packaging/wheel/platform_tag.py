"""Names the platform of the wheel, which has libraries in C. Its code in Python runs on each version."""
import os

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PlatformTag(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + os.environ["RMI4MPI_PLATFORM"]
