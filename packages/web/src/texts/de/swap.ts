import type { Texts } from '../en.ts';
import { pluralIn } from '../plural.ts';

const plural = pluralIn('de');

export const swap: Texts['swap'] = {
  title: 'Coins tauschen, mit allen Gebühren auf einen Blick',
  lead: 'Sagen Sie, was Sie haben und was Sie möchten. Sie bekommen eine Adresse, an die Sie zahlen; der Rest geschieht von selbst. Ohne Konto.',

  send: 'Sie senden',
  receive: 'Sie erhalten',
  chooseSend: 'Coin, den Sie senden',
  chooseReceive: 'Coin, den Sie erhalten',
  chooseReceiveOf: (n) => `Coin für Empfänger ${n}`,
  turnRound: 'Die beiden Coins vertauschen',
  worth: (usdt) => `≈ ${usdt} USDT`,
  least: (amount) => `Min. ${amount}`,
  most: (amount) => `Max. ${amount}`,
  fillLeast: (amount) => `Den kleinsten möglichen Betrag senden, ${amount}`,
  fillMost: (amount) => `Den größten möglichen Betrag senden, ${amount}`,
  orReceive: 'Oder geben Sie hier ein, wie viel Sie erhalten möchten.',
  solved:
    'So viel müssen Sie mindestens senden, um beim jetzigen Preis wenigstens diesen Betrag zu erhalten.',

  link: {
    isUnknown: (asked) => `Der Link verlangt „${asked}“, das gibt es hier nicht.`,
    isOff: (asked) => `Der Link verlangt „${asked}“, das ist zurzeit abgeschaltet.`,
    from: (coin) => `Stattdessen würden Sie ${coin} senden: Wählen Sie den Coin, den Sie senden.`,
    to: (coin) => `Stattdessen würden Sie ${coin} erhalten: Wählen Sie den Coin, den Sie erhalten.`,
    mode: (asked) =>
      `Der Link verlangt einen Preis der Art „${asked}“, die es nicht gibt. Gewählt ist der Marktpreis.`,
    shares: 'Die Anteile des Links ergeben nicht 100 %. Sie sind jetzt gleich groß.',
    receivers: 'Der Link nennt mehr als fünf Empfänger. Die übrigen fehlen.',
    isFixed: 'Was ankommt, steht fest: Coin, Betrag und Adresse. Wählen Sie, was Sie senden.',
    isSet:
      'Der Link hat festgelegt, welcher Coin ankommt, den Betrag und die Adresse: Prüfen Sie sie, bevor Sie den Auftrag aufgeben.',
  },

  picker: {
    search: 'Nach Coin oder Chain suchen',
    placeholder: 'z. B. USDT, Tron, Bitcoin',
    none: (words) => `„${words}“ gibt es hier nicht.`,
    found: (count) => `${count} ${plural(count, { one: 'Coin', other: 'Coins' })}`,
    off: 'abgeschaltet',
    paused: 'Auszahlung pausiert',
  },

  mode: {
    legend: 'Wie der Preis festgelegt wird',
    float: 'Marktpreis',
    fixed: 'Festpreis',
    floatMeans: (fee) =>
      `Sie bekommen den Marktpreis des Moments, in dem Ihre Zahlung bestätigt wird: etwas mehr oder weniger als hier angezeigt. Gebühr ${fee}.`,
    fixedMeans: (fee, minutes) =>
      `Sie bekommen genau das, was hier steht, wenn Sie den Auftrag vor Ablauf der Zeit aufgeben und innerhalb von ${minutes} genau diesen Betrag zahlen. Gebühr ${fee}.`,
    minutes: (n) => plural(n, { one: 'einer Minute', other: `${n} Minuten` }),
  },

  receivers: {
    title: 'Wohin es geht',
    address: (chain) => `Ihre ${chain}-Adresse`,
    addressOf: (n, chain) => `Empfänger ${n}: ${chain}-Adresse`,
    fixed: (chain) => `Adresse des Empfängers auf ${chain}`,
    checking: 'Adresse wird geprüft …',
    unchecked: 'Die Adresse konnte noch nicht geprüft werden. Es wird erneut versucht.',
    otherChain: (chains, chain) => `Das ist eine Adresse von ${chains}, nicht von ${chain}.`,
    switchTo: (coin) => `Stattdessen ${coin} erhalten`,
    right: (chain) => `Eine gültige Adresse auf ${chain}`,
    given: 'Sie war schon eingetragen: Prüfen Sie, ob es Ihre ist.',
    set: 'Sie war schon festgelegt, und nicht von dieser Website: Zahlen Sie nur, wenn Sie wissen, wem sie gehört.',
    wrong: {
      FORM: (chain) => `Das ist keine gültige Adresse auf ${chain}.`,
      SPACES: () => 'In der Adresse sind Leerzeichen oder Zeilenumbrüche.',
      UNKNOWN_CHARACTERS: () =>
        'Die Adresse enthält Zeichen, die in keiner Adresse vorkommen: Manche Buchstaben sehen nur so aus.',
      NOT_ALONE: () => 'Geben Sie nur die Adresse ein, ohne etwas davor oder dahinter.',
      CHECKSUM: () => 'Die Prüfsumme stimmt nicht: Ein Zeichen fehlt oder ist falsch.',
      OTHER_CHAIN: (chain) => `Das ist eine Adresse einer anderen Chain, nicht von ${chain}.`,
      TEST_NETWORK: () => 'Das ist eine Adresse eines Testnetzes.',
      FORM_NOT_TAKEN: (chain) =>
        `Diese Form einer Adresse wird auf ${chain} nicht angenommen. Nehmen Sie eine andere Form aus Ihrer Wallet.`,
      LOST: () => 'Was an diese Adresse gesendet wird, ist verloren: Niemand hat ihren Schlüssel.',
      NO_WALLET: () =>
        'Das ist keine Wallet, sondern ein Vertrag oder ein Programm: Was dorthin gesendet wird, ist verloren.',
      OUR_OWN: () => 'Diese Adresse ist unsere eigene.',
    },
    sample: 'Beispieladresse einsetzen',
    split: 'Auf mehrere Empfänger aufteilen',
    add: 'Empfänger hinzufügen',
    remove: (n) => `Empfänger ${n} entfernen`,
    share: (n) => `Anteil von Empfänger ${n} in Prozent`,
    bar: 'So wird der Betrag aufgeteilt. Ziehen Sie an den Griffen oder nutzen Sie die Pfeiltasten.',
    handle: (n) => `Zwischen Empfänger ${n} und ${n + 1}`,
    handleSays: (left, right) => `${left} % und ${right} %`,
    most: 'Höchstens fünf Empfänger.',
  },

  scan: {
    button: 'Scannen',
    into: (field) => `QR-Code scannen: ${field}`,
    title: 'QR-Code scannen',
    hint: 'Halten Sie den QR-Code der Adresse vor die Kamera.',
    refused: 'Es gibt keine Kamera, oder diese Seite darf sie nicht benutzen.',
  },

  refund: {
    label: (chain) => `Rückzahlungsadresse auf ${chain}`,
    note: 'freiwillig',
    hint: 'Wenn etwas schiefgeht, geht Ihre Zahlung an diese Adresse zurück und an keine andere.',
  },
  referral: (code) => `Empfohlen von ${code}`,
  reference: (text) => `Verwendungszweck: ${text}`,

  costs: {
    title: 'Was es kostet',
    price: 'Preis',
    pricePair: (from, amount, to) => `1 ${from} = ${amount} ${to}`,
    worth: (amount, coin) => `Wert von ${amount} ${coin}`,
    fee: (percent) => `Servicegebühr, ${percent}`,
    premium: (percent) => `Für das Festhalten des Preises, ${percent}`,
    skew: (percent) => `Aufschlag, weil unser Bestand knapp ist, ${percent}`,
    discount: (percent) => `Nachlass, weil es unseren Bestand ausgleicht, ${percent}`,
    network: (chain) => `Netzwerkgebühr von ${chain}`,
    get: 'Sie erhalten',
    receiver: (n) => `Empfänger ${n}`,
    gets: 'Erhält',
    about: 'etwa',
    exactly: 'genau',
    nothingElse: 'Weitere Gebühren gibt es nicht.',
    waiting: 'Geben Sie einen Betrag ein, um den Preis und alle Gebühren zu sehen.',
    testPrices: 'Die Preise der Testnetze sind erfunden.',
  },

  countdown: {
    holds: 'Dieser Preis gilt noch',
    seconds: (n) => `${n} s`,
    expired: 'Dieser Preis ist abgelaufen.',
    renew: 'Neuen Preis abrufen',
    live: 'Aktueller Preis',
    updating: 'Preis wird abgefragt …',
  },

  sameCoin:
    'Sie senden und erhalten denselben Coin auf derselben Chain. Sie bekämen zurück, was Sie senden, abzüglich aller Gebühren.',
  paused: (coins) =>
    `Auszahlungen in ${coins} sind zurzeit pausiert. Bei einem Auftrag geht nichts verloren, aber die Coins werden erst gesendet, wenn es weitergeht.`,

  place: 'Auftrag aufgeben',
  placing: 'Auftrag wird aufgegeben …',
  waitingForPrice: 'Warten auf den Preis …',
  understood: (amount) => `Verstanden als ${amount}.`,
  meant: (amount) => `Ich meine ${amount}`,
  placeNote:
    'Jetzt wird nichts abgebucht: Sie zahlen, indem Sie Coins an die Adresse auf der nächsten Seite senden.',

  duration: (half, most) =>
    `Zuletzt dauerte die Hälfte dieser Tausche ab der erkannten Zahlung höchstens ${half}, neun von zehn höchstens ${most}.`,

  needs: {
    amount: 'Geben Sie einen Betrag ein.',
    notANumber: 'Das ist keine Zahl. Verwenden Sie Ziffern und ein Komma.',
    tooFine: 'Es zählen höchstens 8 Nachkommastellen.',
    aboveZero: 'Geben Sie mehr als 0 ein.',
    either: () => 'Trennt das Zeichen Tausender ab, oder steht es vor den Nachkommastellen?',
    address: 'Geben Sie die Adresse ein, an die die Coins gehen sollen.',
  },

  refused: {
    tooSmall: (least) => `Zu wenig: Senden Sie mindestens ${least}.`,
    tooLarge: (most) => `Zu viel: Wir können zurzeit höchstens ${most} annehmen.`,
    fromOff: 'Diesen Coin kann man uns zurzeit nicht senden. Wählen Sie einen anderen.',
    toOff: 'Dieser Coin kann zurzeit nicht ausgezahlt werden. Wählen Sie einen anderen.',
    toAddress: 'Eine der Empfangsadressen ist ungültig.',
    refundAddress: 'Die Rückzahlungsadresse ist ungültig.',
    busy: 'Zurzeit gibt es keinen Preis. Wir fragen weiter.',
    tooMany: 'Zu viele Anfragen von hier. Gleich geht es weiter.',
    unpaid: 'Sie haben zu viele unbezahlte Aufträge. Bezahlen oder stornieren Sie zuerst einen.',
    keyNeeded: 'Dieser Dienst nimmt Aufträge nur von seinen Partnern an.',
    expired: 'Der Preis ist abgelaufen, bevor der Auftrag aufgegeben war. Rufen Sie einen neuen ab.',
    notKnown:
      'Der Dienst hat nicht geantwortet: Ob der Auftrag aufgegeben ist, ist noch nicht bekannt. Geben Sie ihn erneut auf: Ist er derselbe, wird er nicht zweimal aufgegeben.',
    unknown: (message) => `Der Dienst hat abgelehnt: ${message}.`,
  },
};
