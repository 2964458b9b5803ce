export const words = {
  strangers: ['Adjoa Quaye', 'Kwame Tetteh', 'Akua Frimpong', 'Yaw Darko', 'Esi Blankson', 'Kofi Addai'],
  senders: { MTN: 'MobileMoney', TELECEL: 'T-CASH', AIRTEL_TIGO: 'AT Money' },
  somebody: 'a business',
  received: (cedis: string, from: string, balance: string, id: string) =>
    `Payment received for GHS ${cedis} from ${from}. Current balance: GHS ${balance}. Transaction ID: ${id}.`,
  paid: (cedis: string, to: string, balance: string, id: string) =>
    `Payment made for GHS ${cedis} to ${to}. Current balance: GHS ${balance}. Transaction ID: ${id}.`,
  paymentReversed: (cedis: string, id: string) =>
    `Your payment of GHS ${cedis} has been reversed. Transaction ID: ${id}.`,
  tooLittle: (cedis: string) => `Your payment of GHS ${cedis} failed: your balance is not enough.`,
  voucher: (otp: string) => `Your voucher is ${otp}. It pays one bill only.`,
  checkout: {
    title: 'Pay by card or bank',
    intro: (cedis: string) =>
      `This page simulates Paystack’s checkout. It never asks for a card. Amount: GHS ${cedis}.`,
    pay: 'Pay',
    decline: 'Have the card declined',
    declined: 'The card was declined. Nothing was taken. Another one may be tried.',
    cancel: 'Go back without paying',
    done: 'This payment is closed.',
  },
} as const;
