help("rmi4mpi: remote method invocation, messages and tasks of Java programs on the ranks of an MPI job. See rmi4mpirun --help.")
whatis("Name: rmi4mpi")
whatis("Description: Java programs on the ranks of an MPI job")

-- The prefix of the installation is four folders above this file.
local prefix = myFileName():gsub("/+[^/]+/+[^/]+/+[^/]+/+[^/]+$", "")
prepend_path("PATH", pathJoin(prefix, "bin"))
prepend_path("MANPATH", pathJoin(prefix, "share/man"))
-- javac -cp "$RMI4MPI_HOME/lib/*" finds the jars.
setenv("RMI4MPI_HOME", pathJoin(prefix, "lib/rmi4mpi"))
