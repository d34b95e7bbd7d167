package org.rmi4mpi.tests.serial;

import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.tests.serial.Models.Compared;

/** A graph of the shape that the project jvm-serializers compares serializers by. */
public final class MediaContent implements Compared {
    private static final long serialVersionUID = 1L;

    Media media;
    List<Image> images;

    public enum Player { JAVA, FLASH }

    public enum Size { SMALL, LARGE }

    public static final class Media implements Compared {
        private static final long serialVersionUID = 1L;

        String uri;
        String title;
        int width;
        int height;
        String format;
        long duration;
        long size;
        int bitrate;
        boolean hasBitrate;
        List<String> persons;
        Player player;
        String copyright;

        @Override
        public Object[] values() {
            return new Object[] {uri, title, width, height, format, duration, size, bitrate, hasBitrate, persons,
                player, copyright};
        }

        @Override
        public boolean equals(Object other) {
            return Models.areEqual(this, other);
        }

        @Override
        public int hashCode() {
            return 1; // what it refers to may have become a cycle
        }
    }

    public static final class Image implements Compared {
        private static final long serialVersionUID = 1L;

        String uri;
        String title;
        int width;
        int height;
        Size size;

        @Override
        public Object[] values() {
            return new Object[] {uri, title, width, height, size};
        }

        @Override
        public boolean equals(Object other) {
            return Models.areEqual(this, other);
        }

        @Override
        public int hashCode() {
            return 1; // what it refers to may have become a cycle
        }
    }

    static MediaContent create() {
        Media media = new Media();
        media.uri = "http://example.org/keynote.mpg";
        media.title = "A keynote on remote objects";
        media.width = 640;
        media.height = 480;
        media.format = "video/mpg4";
        media.duration = 18_000_000;
        media.size = 58_982_400;
        media.bitrate = 262_144;
        media.hasBitrate = true;
        media.persons = new ArrayList<>(List.of("Ada Lovelace", "Alan Turing"));
        media.player = Player.JAVA;
        MediaContent content = new MediaContent();
        content.media = media;
        content.images = new ArrayList<>(List.of(image("large", 1024, 768, Size.LARGE),
                image("small", 320, 240, Size.SMALL)));
        return content;
    }

    private static Image image(String name, int width, int height, Size size) {
        Image image = new Image();
        image.uri = "http://example.org/keynote_" + name + ".jpg";
        image.title = "A keynote on remote objects";
        image.width = width;
        image.height = height;
        image.size = size;
        return image;
    }

    @Override
    public Object[] values() {
        return new Object[] {media, images};
    }

    @Override
    public boolean equals(Object other) {
        return Models.areEqual(this, other);
    }

    @Override
    public int hashCode() {
        return 1; // what it refers to may have become a cycle
    }
}
