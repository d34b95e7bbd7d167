# A recipe for Spack 1.0 and later. Copy it to packages/rmi4mpi/package.py of a repository of your own.
from spack.package import *
from spack_repo.builtin.build_systems.makefile import MakefilePackage


class Rmi4mpi(MakefilePackage):
    """Remote method invocation between the ranks of an MPI job, for Java: remote objects, the messages of mpiJava and of Open
    MPI's Java bindings, and the tasks of JPVM."""

    homepage = "https://a-seed-79374604.example/rmi4mpi"
    git = "https://a-seed-79374604.example/rmi4mpi.git"

    license("Apache-2.0", checked_by="rmi4mpi")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("gmake", type="build")
    depends_on("maven@3.8:", type="build")
    depends_on("java@17:", type=("build", "run"))
    depends_on("mpi")

    def options(self):
        mpi = self.spec["mpi"]
        return [f"MPICC={mpi.mpicc}", f"MPIRUN={join_path(mpi.prefix.bin, 'mpirun')}", f"JAVA_HOME={self.spec['java'].home}"]

    def build(self, spec, prefix):
        make(*self.options(), parallel=False)

    def install(self, spec, prefix):
        make("install", f"PREFIX={prefix}", *self.options(), parallel=False)

    def setup_run_environment(self, env):
        env.set("RMI4MPI_HOME", self.prefix)

    def test_version(self):
        """the launcher starts, and tells its MPI"""
        out = which(self.prefix.bin.rmi4mpirun)("--version", output=str.split)
        assert f"rmi4mpi {self.spec.version}" in out
