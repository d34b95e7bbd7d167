# shellcheck shell=bash
# The common half of the job scripts. It finds rmi4mpirun, says what it starts, and becomes it. So signals reach rmi4mpirun,
# and its exit status is that of the job. rmi4mpirun takes nodes and ranks from the scheduler.
#
#   PROGRAM...          arguments of the script take the place of its line "program"
#   LOGS=FOLDER         rank 17 writes to FOLDER/rank-17.log
#   RMI4MPIRUN=FILE     the launcher, where it is neither on PATH nor beside this folder
#   JOBSCRIPTS=FOLDER   this folder, where it is not in the folder from which the job was submitted

under=()

launcher() {
    local folder file
    folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
    for file in "${RMI4MPIRUN:-}" "$folder/../build/bin/rmi4mpirun" "$folder/../../../bin/rmi4mpirun"; do
        [ -x "$file" ] && realpath -s "$file" && return
    done
    command -v rmi4mpirun ||
        echo "rmi4mpi: no rmi4mpirun on host $(uname -n): add it to PATH, or name it by RMI4MPIRUN=/path/to/rmi4mpirun" >&2
}

# Becomes the program of the job. The variable under may have a command that runs it.
start() {
    local rmi4mpirun plan
    rmi4mpirun=$(launcher)
    [ -n "$rmi4mpirun" ] || exit 127
    [ -z "${LOGS:-}" ] || set -- --logs "$LOGS" "$@"
    plan=$("$rmi4mpirun" --dry-run "$@") || exit
    echo "# $(date '+%F %T') on host $(uname -n), in $PWD"
    echo "$plan"
    exec ${under[@]+"${under[@]}"} "$rmi4mpirun" "$@"
}
