package org.rmi4mpi.tests.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Commands of schedulers that are not on this machine. They run the script as the scheduler does: a copy of it, with the
 * scheduler's variables, which give it two ranks on this host. Stateless.
 */
final class StandIns {
    private static final String BEGIN = """
            #!/bin/bash
            set -eu
            echo "$(basename "$0") was asked: $*"
            export host=$(uname -n) copy=$PWD/copy-of-script
            has() {
                grep -q "^#$1 " "$copy" || { echo "no line of the script begins with #$1" >&2; exit 1; }
            }
            """;
    private static final Map<String, String> SCRIPTS = Map.of(
            "qsub", """
                    cp "$1" "$copy"
                    shift
                    if grep -q '^#PBS ' "$copy"; then
                        [ $# -eq 0 ] || { echo "PBS passes no arguments: $*" >&2; exit 1; }
                        printf '%s\\n' "$host" "$host" >nodes
                        export PBS_JOBID=12.server PBS_NODEFILE=$PWD/nodes PBS_O_WORKDIR=$PWD
                        cd /
                    else
                        has '\\$ -pe'
                        echo "$host 2 all.q@$host <NULL>" >nodes
                        export JOB_ID=13 NSLOTS=2 PE_HOSTFILE=$PWD/nodes
                    fi
                    exec bash "$copy" "$@"
                    """,
            "bsub", """
                    cat >"$copy"
                    has 'BSUB -n'
                    printf '%s\\n' "$host" "$host" >nodes
                    export LSB_JOBID=14 LSB_MCPU_HOSTS="$host 2" LSB_DJOB_HOSTFILE=$PWD/nodes LS_SUBCWD=$PWD
                    cd /
                    exec bash "$copy" "$@"
                    """);

    private StandIns() {}

    /** Writes them into a folder, which is for PATH. */
    static void write(Path folder) throws IOException {
        for (Map.Entry<String, String> each : SCRIPTS.entrySet()) {
            Path file = Files.writeString(folder.resolve(each.getKey()), BEGIN + each.getValue());
            if (!file.toFile().setExecutable(true)) {
                throw new IOException("cannot make " + file + " executable");
            }
        }
    }
}
