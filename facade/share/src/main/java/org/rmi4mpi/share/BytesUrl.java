package org.rmi4mpi.share;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;

/** A URL whose contents are in memory. Stateless. */
final class BytesUrl {
    private BytesUrl() {}

    /** @param number tells resources of the same name apart */
    static URL of(String name, byte[] bytes, int number) {
        try {
            return new URL("rmi4mpi-shared", null, -1, "/" + number + "/" + name, new URLStreamHandler() {
                @Override
                protected URLConnection openConnection(URL url) {
                    return new Contents(url, bytes);
                }
            });
        } catch (MalformedURLException e) {
            throw new AssertionError("the protocol has its handler", e);
        }
    }

    private static final class Contents extends URLConnection {
        private final byte[] bytes;

        Contents(URL url, byte[] bytes) {
            super(url);
            this.bytes = bytes;
        }

        @Override
        public void connect() {}

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public int getContentLength() {
            return bytes.length;
        }

        @Override
        public long getContentLengthLong() {
            return bytes.length;
        }
    }
}
