package bank;

import java.rmi.Naming;

public class Customer {
    public static void main(String[] args) {
        try {
            Bank bank = (Bank) Naming.lookup(args[0]);
            String name = args[1] + System.getProperty("rmi4mpi.rank");
            Account mine = bank.open(name);
            mine.deposit(100);
            Account savings = bank.open(name + " savings");
            bank.transfer(mine, savings, 30);
            try {
                bank.transfer(mine, savings, 71);
                System.out.println("transfer was possible");
            } catch (OverdrawnException e) {
                System.out.println(name + ": " + e.getMessage() + " " + e.missing);
            }
            if (!mine.equals(bank.open(mine.owner())) || mine.equals(savings)) {
                System.out.println("accounts are mixed up");
            }
            bank.leave();
            bank.awaitClosing(Integer.parseInt(args[2]));
            System.out.println(name + " sees " + bank.statement());
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
        System.exit(0);
    }
}
