import type { Texts } from '../en.ts';

export const affiliate: Texts['affiliate'] = {
  title: 'Was Sie verdienen',
  lead: 'Für Partner: was Aufträge über Ihre Codes eingebracht haben, was davon offen ist und was Ihnen gezahlt wurde.',
  insecure:
    'Ihr Browser kann hier keine Anfragen signieren, weil diese Seite nicht verschlüsselt übertragen wurde. Öffnen Sie sie über eine Adresse, die mit https beginnt.',
  again: 'Neu laden',
  leave: 'Schlüssel vergessen',
  enter: {
    key: 'API-Schlüssel',
    keyHint: (scope) =>
      `Am besten einer, der nur das Recht „${scope}“ hat. Der Betreiber erstellt ihn für Sie.`,
    secret: 'Geheimnis des Schlüssels',
    secretHint:
      'Bleibt in dieser Seite, bis Sie sie schließen: Es wird nirgends gespeichert und nie gesendet.',
    missing: 'Bitte ausfüllen.',
    go: 'Zeigen, was ich verdiene',
    asking: 'Der Dienst wird gefragt …',
  },
  wrong: {
    credentials:
      'Der Dienst kennt diesen Schlüssel mit diesem Geheimnis nicht. Kopieren Sie beide noch einmal vollständig; wenn sie stimmen, wurde der Schlüssel widerrufen, und der Betreiber kann Ihnen einen neuen geben.',
    expired: 'Dieser Schlüssel ist abgelaufen. Bitten Sie den Betreiber um einen neuen.',
    elsewhere:
      'Dieser Schlüssel gilt nicht in Ihrem Netz. Nutzen Sie ihn dort, wo er erlaubt ist, oder bitten Sie den Betreiber, Ihre Adresse zuzulassen.',
    scope: (scope) =>
      `Dieser Schlüssel darf das nicht: Ihm fehlt das Recht „${scope}“. Nehmen Sie einen anderen, oder bitten Sie den Betreiber darum.`,
    noKeys: 'Dieser Dienst hat noch keine Schlüssel erstellt; noch verdient hier niemand.',
    tooMany:
      'In kurzer Zeit wurde zu viel angefragt. Warten Sie eine Minute und versuchen Sie es noch einmal.',
    fault: 'Der Dienst kann gerade nicht antworten. Versuchen Sie es gleich noch einmal.',
  },
  sums: {
    title: 'Ihre Provision',
    earned: 'Verdient',
    due: 'Noch offen',
    onItsWay: 'Zu Ihnen unterwegs',
    settled: 'An Sie gezahlt',
    orders: (orders) => `Aufträge: ${orders}`,
    note: 'In USDT gerechnet. Ein Auftrag bringt etwas ein, sobald er abgeschlossen ist.',
  },
  codes: {
    title: 'Ihre Codes',
    code: 'Empfehlungscode',
    rate: 'Ihr Teil der Gebühr',
    orders: 'Aufträge',
    made: 'Erstellt',
    share: 'Link zum Weitergeben',
    copy: (code) => `Link von ${code} kopieren`,
    revoked: 'Beendet',
    none: 'Sie haben noch keinen Code. Der Betreiber erstellt einen für Sie.',
  },
  orders: {
    title: 'Aufträge, die etwas einbringen',
    code: 'Über den Code',
    settled: 'Provision',
    all: 'Alle',
    settle: { 1: 'Noch nicht gezahlt', 2: 'Gezahlt' },
    placed: 'Aufgegeben',
    order: 'Auftrag',
    sent: 'Gesendet',
    commission: 'Sie verdienen',
    status: 'Stand',
    none: 'Solche Aufträge gibt es nicht.',
    total: (orders, amount) => `Aufträge: ${orders}. Provision: ${amount}.`,
    newer: 'Neuere',
    older: 'Ältere',
    page: (page, pages) => `Seite ${page} von ${pages}`,
  },
  payouts: {
    title: 'Was Ihnen gezahlt wurde',
    when: 'Beschlossen',
    of: 'Provision',
    amount: 'Gezahlt',
    state: 'Stand',
    address: 'An',
    transaction: 'Transaktion',
    copyAddress: 'Adresse kopieren',
    copyTransaction: 'Transaktion kopieren',
    look: 'In einem Explorer ansehen',
    states: {
      ready: 'Wird gezahlt',
      signed: 'Unterwegs',
      failed: 'Der Betreiber entscheidet',
      confirmed: 'Gezahlt',
      dropped: 'Nicht gezahlt; wieder offen',
    },
    none: 'Bisher wurde nichts gezahlt.',
    where: 'Wohin Sie bezahlt werden',
    nowhere: 'Noch gilt keine Adresse von Ihnen: Sagen Sie dem Betreiber, wohin Sie bezahlt werden möchten.',
    from: (time) =>
      `Ab ${time} ist es diese. Wenn Sie sie nicht genannt haben, sagen Sie es dem Betreiber vorher.`,
    change: (scope) =>
      `Ändern kann das der Betreiber, oder Sie über die API mit einem Schlüssel, der das Recht „${scope}“ hat.`,
  },
  statement: {
    title: 'Abrechnung eines Monats',
    month: 'Monat',
    zone: (zone) => `Tage beginnen wie in ${zone}.`,
    make: 'CSV-Datei erstellen',
    making: 'Die Datei wird erstellt …',
    made: (orders, amount) =>
      `Die Datei liegt bei Ihren Downloads. Aufträge: ${orders}. Provision: ${amount}.`,
    none: 'In diesem Monat wurde kein Auftrag abgeschlossen, der etwas einbringt.',
  },
};
