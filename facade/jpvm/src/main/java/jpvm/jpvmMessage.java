package jpvm;

/** A received message: its tag, sender, receiver and contents. */
public class jpvmMessage {
    public int messageTag;
    public jpvmTaskId sourceTid;
    public jpvmTaskId destTid;
    public jpvmBuffer buffer;

    public jpvmMessage() {}

    public jpvmMessage(jpvmBuffer buffer, jpvmTaskId dest, jpvmTaskId src, int tag) {
        this.buffer = buffer;
        destTid = dest;
        sourceTid = src;
        messageTag = tag;
    }
}
