package org.rmi4mpi.launch;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Tells another process what this rank's threads wait for. Implemented by a tool, and found by {@link
 * java.util.ServiceLoader} when that process asks.
 */
public interface RankInquiry {
    /**
     * Writes the answer of this rank. Called on a thread of its own, in every state of the rank.
     *
     * @param folder of the process that asks, which reads the answers of all ranks there
     */
    void answer(Path folder) throws IOException;
}
