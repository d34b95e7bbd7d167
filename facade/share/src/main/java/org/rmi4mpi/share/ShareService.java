package org.rmi4mpi.share;

import java.rmi.server.ExportException;
import org.rmi4mpi.launch.Options;
import org.rmi4mpi.launch.SharedProgram;
import org.rmi4mpi.ref.RankService;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.serial.ClassHome;

/**
 * Lets classes travel from the start of the job on. A rank that lacks a part of rank 0's class path runs the program in the loader
 * that stands for it.
 *
 * @hidden internal
 */
public final class ShareService implements RankService {
    /** Other services export their objects for the loader of the program. */
    @Override
    public void prepare(ReferenceLayer layer) {
        if (!Options.SHARE.isSet()) {
            return;
        }
        ClassPathExchange exchange = ClassPathExchange.meet(layer.rank());
        ClassSource source = new ClassSource(layer, OwnClasses.class);
        source.keep(exchange.jars().bytes());
        SharedLoaders loaders = new SharedLoaders(exchange.job(), layer.rank(), source, exchange.jars());
        try {
            layer.export(ClassServer.OBJECT_ID, new OwnClasses(loaders));
        } catch (ExportException e) {
            throw new AssertionError("a rank starts its services once", e);
        }
        ClassHome.setLoaders(loaders);
        if (exchange.jars().isLacking()) {
            SharedProgram.setLoader(loaders.ofProgram());
        }
    }
}
