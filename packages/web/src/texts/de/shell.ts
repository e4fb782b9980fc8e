import type { Texts } from '../en.ts';

export const shell: Texts['shell'] = {
  name: 'Swapdesk',
  skip: 'Zum Inhalt springen',
  navigation: 'Seiten',
  orders: 'Meine Aufträge',
  docs: 'API',
  testBadge: 'Testnetze',
  testMoney: 'Testnetze: Dieses Geld ist nicht echt. Alle Coins hier sind wertlos.',
  selfHosted: 'Swapdesk, ein selbst betriebener Tauschdienst.',
  theme: { light: 'Helles Design', dark: 'Dunkles Design' },
  language: 'Sprache',
  asset: (coin, chain) => `${coin} auf ${chain}`,
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  unreachable: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
};
