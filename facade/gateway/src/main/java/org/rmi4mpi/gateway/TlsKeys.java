package org.rmi4mpi.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Reads the key and the certificates for TLS. Stateless. */
final class TlsKeys {
    private TlsKeys() {}

    /**
     * @param file a key store; its password is the first line of the file of the same name that ends with .password
     * @throws IllegalArgumentException if the store cannot be used
     */
    static SSLContext read(Path file) {
        Path secret = Path.of(file + ".password");
        try {
            char[] password = Files.readAllLines(secret).get(0).toCharArray();
            KeyStore store = KeyStore.getInstance(file.toFile(), password);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(
                    "the key store " + file + " cannot be used, whose password is the first line of "
                            + secret + ": " + e,
                    e);
        }
    }
}
