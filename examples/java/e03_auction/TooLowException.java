package e03_auction;

/** A bid that is not higher than the current price. */
public class TooLowException extends Exception {
    private static final long serialVersionUID = 1L;

    final int price;

    TooLowException(int price) {
        super("the price is " + price);
        this.price = price;
    }
}
