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
  banner: {
    title: 'Vom Betreiber',
    close: 'Mitteilung schließen',
    maintenance: 'An diesem Dienst wird gearbeitet. Bezahlte Aufträge laufen weiter, sobald das vorbei ist.',
    until: (time) => `Bis ${time}.`,
  },
  foot: {
    title: 'Über diesen Dienst',
    fees: 'Gebühren',
    status: 'Zustand',
    questions: 'Fragen',
    request: 'Zahlungslinks',
    affiliate: 'Für Partner',
    support: 'Hilfe',
    terms: 'Bedingungen',
    privacy: 'Datenschutz',
  },
  widget: {
    another: 'Noch einmal tauschen',
    ownTab: 'In eigenem Tab öffnen',
    back: (code) => `Zurück zu Auftrag ${code}`,
  },
  theme: { light: 'Helles Design', dark: 'Dunkles Design' },
  language: 'Sprache',
  asset: (coin, chain) => `${coin} auf ${chain}`,
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  notCopied: 'Nicht kopiert',
  unreachable: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
  nothingToExchange:
    'Derzeit kann hier nichts getauscht werden. Aufträge, die aufgegeben wurden, laufen weiter.',
};
