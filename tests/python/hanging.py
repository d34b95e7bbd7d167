"""A rank in Python beside org.rmi4mpi.tests.programs.Hanging: its methods do not end."""
import time

import rmi4mpi


@rmi4mpi.remote("org.rmi4mpi.tests.programs.Hanging$Partner")
class Partner:
    def spin(self):
        while True:
            time.sleep(1)

    def greet(self):
        self.spin()


with rmi4mpi.Job() as job:
    job.rebind("partner", Partner())
