package org.rmi4mpi.share;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;

/**
 * A jar in memory, whose files stay compressed until they are asked for. The JDK reads jars from files alone. Immutable. Source:
 * the end of central directory record, central directory headers and local headers of PKWARE's APPNOTE, 4.3.
 */
final class Jar {
    private static final int END_BYTES = 22;
    private static final int END = 0x06054b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int CENTRAL_BYTES = 46;
    private static final int LOCAL_BYTES = 30;
    private static final int NOT_IN_16_BITS = 0xFFFF;
    private static final int OLDEST_VERSION = 9;
    private static final String VERSIONS = "META-INF/versions/";

    /**
     * A file in the jar.
     *
     * @param header position of its local header
     * @param stored its length in the jar, in bytes
     * @param length in bytes
     */
    private record Place(int header, int stored, int length, boolean isDeflated) {}

    private final String url;
    private final ByteBuffer bytes;
    private final Map<String, Place> places = new HashMap<>();
    private final Manifest manifest;
    private final boolean hasVersions;

    /**
     * @param url of the jar or folder at the rank that has it
     * @throws IOException if it is no jar, or larger than its plain format has room for
     */
    Jar(String url, byte[] contents) throws IOException {
        this.url = url;
        bytes = ByteBuffer.wrap(contents).order(ByteOrder.LITTLE_ENDIAN);
        try {
            index();
        } catch (IndexOutOfBoundsException e) {
            throw new ZipException("an entry beyond the end");
        }
        byte[] text = contents(JarFile.MANIFEST_NAME);
        manifest = text == null ? new Manifest() : new Manifest(new ByteArrayInputStream(text));
        hasVersions = Boolean.parseBoolean(manifest.getMainAttributes().getValue(Attributes.Name.MULTI_RELEASE));
    }

    private void index() throws IOException {
        int end = bytes.limit() - END_BYTES;
        while (end >= 0 && bytes.getInt(end) != END) {
            end--;
        }
        if (end < 0) {
            throw new ZipException("no end of a central directory");
        }
        int count = Short.toUnsignedInt(bytes.getShort(end + 10));
        int at = bytes.getInt(end + 16);
        if (count == NOT_IN_16_BITS || at < 0) {
            throw new ZipException("more than a plain zip file has room for");
        }
        for (int i = 0; i < count; i++) {
            if (bytes.getInt(at) != CENTRAL) {
                throw new ZipException("no header in the central directory at " + at);
            }
            int nameBytes = Short.toUnsignedInt(bytes.getShort(at + 28));
            String name = new String(bytes.array(), at + CENTRAL_BYTES, nameBytes, StandardCharsets.UTF_8);
            places.put(name, new Place(bytes.getInt(at + 42), bytes.getInt(at + 20), bytes.getInt(at + 24),
                    bytes.getShort(at + 10) == ZipEntry.DEFLATED));
            at += CENTRAL_BYTES + nameBytes + Short.toUnsignedInt(bytes.getShort(at + 30))
                    + Short.toUnsignedInt(bytes.getShort(at + 32));
        }
    }

    /** Makes a jar of a folder. */
    static byte[] ofFolder(Path folder) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Stream<Path> all = Files.walk(folder); ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setLevel(Deflater.BEST_SPEED);
            for (Path each : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
                zip.putNextEntry(new ZipEntry(folder.relativize(each).toString().replace('\\', '/')));
                Files.copy(each, zip);
                zip.closeEntry();
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return out.toByteArray();
    }

    /** In bytes. */
    int length() {
        return bytes.limit();
    }

    /** URL of the jar or folder at the rank that has it. */
    String url() {
        return url;
    }

    Manifest manifest() {
        return manifest;
    }

    /** The contents of a file, of the newest version that this JVM knows; null if there is none. */
    byte[] find(String name) {
        for (int version = Runtime.version().feature(); hasVersions && version >= OLDEST_VERSION; version--) {
            byte[] ofVersion = contents(VERSIONS + version + "/" + name);
            if (ofVersion != null) {
                return ofVersion;
            }
        }
        return contents(name);
    }

    private byte[] contents(String name) {
        Place place = places.get(name);
        if (place == null || name.endsWith("/")) {
            return null;
        }
        int start = place.header() + LOCAL_BYTES + Short.toUnsignedInt(bytes.getShort(place.header() + 26))
                + Short.toUnsignedInt(bytes.getShort(place.header() + 28));
        byte[] contents = new byte[place.length()];
        if (!place.isDeflated()) {
            bytes.get(start, contents);
            return contents;
        }
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(bytes.array(), start, place.stored());
            int done = 0;
            while (done < contents.length) {
                int count = inflater.inflate(contents, done, contents.length - done);
                if (count == 0) {
                    throw new DataFormatException("it ends after " + done + " of " + contents.length + " bytes");
                }
                done += count;
            }
            return contents;
        } catch (DataFormatException e) {
            throw new IllegalStateException(name + " in " + url + " is damaged: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }
}
