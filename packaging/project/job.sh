#!/bin/bash
# For Slurm: sbatch job.sh
#SBATCH --job-name=@NAME@
#SBATCH --ntasks=8
#SBATCH --time=00:10:00
rmi4mpirun -cp target/@NAME@-1.0.jar @PACKAGE@.Main
