package jpvm;

/** A message as it is received: its tag, who has sent it to whom, and its buffer. */
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
