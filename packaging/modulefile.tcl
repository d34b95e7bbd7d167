#%Module1.0
proc ModulesHelp { } {
    puts stderr "rmi4mpi: remote method invocation, messages and tasks of Java programs on the ranks of an MPI job. See rmi4mpirun --help."
}
module-whatis "Java programs on the ranks of an MPI job"

# The prefix of the installation is four folders above this file.
set prefix $ModulesCurrentModulefile
foreach folder {rmi4mpi modulefiles share prefix} {
    set prefix [file dirname $prefix]
}
prepend-path PATH $prefix/bin
prepend-path MANPATH $prefix/share/man
# javac -cp "$RMI4MPI_HOME/lib/*" finds the jars.
setenv RMI4MPI_HOME $prefix/lib/rmi4mpi
