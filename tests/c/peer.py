"""A rank in Python that does what peer.c does."""
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
rank, size = world.Get_rank(), world.Get_size()

for other in (r for r in range(size) if r != rank):
    ints = array("i", [rank, 1, 2, 3, 4])
    doubles = array("d", (rank + i / 1000.0 for i in range(1000)))
    sends = [world.Isend([ints, MPI.INT], other, 1), world.Isend([doubles, MPI.DOUBLE], other, 2)]
    longs, chars = array("q", [0, 0]), array("H", [0, 0, 0])
    world.Recv([longs, MPI.LONG], other, 3)
    world.Recv([chars, MPI.UNSIGNED_SHORT], other, 4)
    assert list(longs) == [other, 1 << 40], longs
    assert list(chars) == [ord("a"), 0xE4, 0x416], chars
    MPI.Request.Waitall(sends)
for root in range(size):
    values = array("f", [root + i * 0.5 if rank == root else 0 for i in range(3)])
    world.Bcast([values, MPI.FLOAT], root)
    assert values[0] == root and values[2] == root + 1, values
total = array("d", [0, 0])
world.Allreduce([array("d", [rank, 1]), MPI.DOUBLE], [total, MPI.DOUBLE], MPI.SUM)
assert list(total) == [size * (size - 1) / 2, size], total
world.Barrier()
print("peer in Python: all as expected", flush=True)
