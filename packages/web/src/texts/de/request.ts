import type { Texts } from '../en.ts';

export const request: Texts['request'] = {
  title: 'Um eine Zahlung bitten',
  lead: 'Erzeugen Sie einen Link und einen QR-Code. Wer ihn öffnet, zahlt mit dem Coin, den er hat, und Sie erhalten genau, worum Sie bitten.',
  coin: 'Coin, den Sie erhalten',
  amount: 'Wie viel Sie erhalten',
  address: (chain) => `Ihre ${chain}-Adresse`,
  reference: 'Verwendungszweck',
  referenceHint: 'Etwa die Nummer einer Rechnung. Wer zahlt, sieht ihn; er bleibt beim Auftrag.',
  notYet: 'Geben Sie ein, wie viel, und eine Adresse, die das empfangen kann: dann steht hier Ihr Link.',
  link: 'Ihr Link',
  copy: 'Link kopieren',
  open: 'Öffnen, wie es Zahlende sehen',
  qr: 'QR-Code des Links',
  note: 'Was gezahlt wird, geht an diese Adresse und an keine andere. Prüfen Sie sie: Wer zahlt, kann sie nicht ändern.',
};
