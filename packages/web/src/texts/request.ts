/** The page that makes a link by which somebody is paid. */
export const request = {
  title: 'Ask for a payment',
  lead: 'Make a link and a QR code. Whoever opens it pays with the coin they have, and you receive just what you ask for.',
  coin: 'Coin that you receive',
  amount: 'How much you receive',
  address: (chain: string) => `Your ${chain} address`,
  reference: 'Reference',
  referenceHint: 'Such as the number of a bill. Whoever pays sees it; it is kept with the order.',
  notYet: 'Fill in how much, and an address that can receive it: then your link stands here.',
  link: 'Your link',
  copy: 'Copy the link',
  open: 'Open it, as whoever pays',
  qr: 'QR code of the link',
  note: 'What is paid goes to this address and nowhere else. Check it: whoever pays cannot change it.',
};
