"""Remote objects of an MPI job for ranks in Python, beside ranks in Java: docs/other-languages.md of rmi4mpi.

    with rmi4mpi.Job() as job:
        solver = job.lookup("//rank0/solver")
        row = solver.step(numpy.arange(5.0))
"""
from .errors import CallTimeout, MarshalError, RemoteError, java_exception
from .job import Job
from .objects import Future, Stub, remote
from .values import Object, value

__all__ = ["CallTimeout", "Future", "Job", "MarshalError", "Object", "RemoteError", "Stub", "java_exception", "remote",
           "value"]
