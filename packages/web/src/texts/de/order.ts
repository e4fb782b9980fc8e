import type { Texts } from '../en.ts';
import { pluralIn } from '../plural.ts';

const plural = pluralIn('de');

export const order: Texts['order'] = {
  title: (code) => `Auftrag ${code}`,
  loading: 'Der Auftrag wird gesucht …',
  notFound: 'Es gibt keinen Auftrag mit diesem Code. Prüfen Sie, ob der Link vollständig ist.',
  another: 'Noch einmal tauschen',
  find: 'Einen Auftrag anders finden',
  copyCode: 'Auftragscode kopieren',
  keep: {
    beforePaying:
      'Bewahren Sie die Adresse dieser Seite auf, bevor Sie zahlen: Nur mit ihr können Sie stornieren oder entscheiden, wenn etwas schiefgeht.',
    copyLink: 'Adresse dieser Seite kopieren',
    orderCode: 'Auftragscode',
    manageCode: 'Verwaltungscode',
    save: 'Als Datei sichern',
    file: (code, manageCode, link) =>
      `Auftragscode: ${code}\nVerwaltungscode: ${manageCode}\nSeite des Auftrags: ${link}\n\nWer den Verwaltungscode hat, kann über den Auftrag entscheiden. Geben Sie ihn niemandem.\n`,
    remember: 'In diesem Browser merken',
    kept: 'Dieser Browser merkt ihn sich: Meine Aufträge',
    forget: 'Vergessen',
    impossible:
      'Dieser Browser behält nichts, wie in einem privaten Fenster. Kopieren Sie die Adresse, oder sichern Sie sie als Datei.',
    unproven:
      'Ob dieser Verwaltungscode der richtige ist, zeigt sich erst, wenn er benutzt wird: Er kam mit der Adresse dieser Seite oder wurde hier eingegeben.',
    meanwhile:
      'Bewahren Sie die Adresse dieser Seite auf: Nur mit ihr können Sie entscheiden, wenn etwas schiefgeht.',
  },
  manage: {
    onlyLooking:
      'Sie können diesen Auftrag ansehen. Um über ihn zu entscheiden, geben Sie den Verwaltungscode ein, den Sie beim Aufgeben bekommen haben.',
    code: 'Verwaltungscode',
    incomplete: 'Ein Verwaltungscode hat 20 Buchstaben und Ziffern.',
    enter: 'Weiter',
  },
  reconnecting:
    'Die Verbindung ist unterbrochen. Diese Seite macht von selbst weiter, sobald sie wieder da ist.',

  status: {
    1: { badge: 'Wartet', headline: 'Wir warten auf Ihre Zahlung' },
    2: { badge: 'Wird bestätigt', headline: 'Ihre Zahlung ist unterwegs' },
    3: { badge: 'Wird getauscht', headline: 'Bezahlt. Ihre Coins werden gesendet' },
    4: { badge: 'Abgeschlossen', headline: 'Fertig. Ihre Coins sind angekommen' },
    5: { badge: 'Zurückgezahlt', headline: 'Sie haben Ihre Zahlung zurückbekommen' },
    7: { badge: 'Angehalten', headline: 'Dieser Auftrag braucht eine Entscheidung' },
    8: { badge: 'Abgelaufen', headline: 'Es kam keine Zahlung rechtzeitig an' },
    9: { badge: 'Nicht bezahlt', headline: 'Dieser Auftrag endete ohne Zahlung' },
  },

  ends: {
    cancelled: { badge: 'Storniert', headline: 'Dieser Auftrag wurde storniert' },
    nothingBack: { badge: 'Nicht zurückgezahlt', headline: 'Es kam zu wenig an, um es zurückzuzahlen' },
  },
  nothingBack:
    'Was ankam, war die Netzwerkgebühr der Rückzahlung nicht wert: Es blieb nichts übrig, das hätte gesendet werden können.',

  delayed: {
    headline: 'Bezahlt. Das Senden Ihrer Coins verzögert sich',
    notice: (coins) =>
      `Auszahlungen in ${coins} verzögern sich zurzeit. Nichts geht verloren: Was Ihnen zusteht, wird von selbst gesendet, sobald es weitergeht.`,
    beforePaying: (coins) =>
      `Auszahlungen in ${coins} sind zurzeit pausiert. Wenn Sie jetzt zahlen, geht nichts verloren, aber Ihre Coins werden erst gesendet, wenn es weitergeht.`,
    step: 'Verzögert: Auszahlungen sind zurzeit pausiert.',
    refunding:
      'Der Betrag wird zurückgezahlt. Er wird gesendet, sobald es mit den Auszahlungen weitergeht, und hier angezeigt.',
    exchanging:
      'Was angekommen ist, wird getauscht. Es wird gesendet, sobald es mit den Auszahlungen weitergeht.',
    returning: 'Es geht an Sie zurück, sobald es mit den Auszahlungen weitergeht.',
  },

  pay: {
    elsewhere:
      'Dieser Browser kennt diesen Auftrag nicht: Er wurde woanders aufgegeben oder hier vergessen. Zahlen Sie nur, wenn Sie wissen, wessen Auftrag es ist. Was Sie zahlen, geht an:',
    cannotKnow:
      'Dieser Browser behält nichts, deshalb kann diese Seite nicht wissen, ob der Auftrag in ihm aufgegeben wurde. Zahlen Sie nur, wenn Sie wissen, wessen Auftrag es ist. Was Sie zahlen, geht an:',
    amount: 'Senden Sie diesen Betrag',
    exactAmount: 'Senden Sie genau',
    address: 'an diese Adresse',
    copyAmount: 'Betrag kopieren',
    copyAddress: 'Adresse kopieren',
    only: (coin, chain) => `Senden Sie nur ${coin} auf ${chain}. Alles andere muss zurückgezahlt werden.`,
    qr: 'QR-Code der Zahlung, für eine Wallet auf dem Telefon',
    wallet: 'In einer Wallet öffnen',
    left: 'Verbleibende Zeit zum Zahlen',
    over: 'Die Zeit ist abgelaufen.',
    test: 'Jetzt zahlen',
    testNote: 'In Testnetzen zahlt der Dienst für Sie.',
    paying: 'Wird gezahlt …',
    cancel: 'Auftrag stornieren',
    cancelNote:
      'Es wurde noch nichts gezahlt. Was später an diese Adresse gesendet wird, kann nur noch zurückgezahlt werden.',
    cancelUnknown:
      'Zahlen Sie noch nicht: Der Dienst hat nicht geantwortet, und ob der Auftrag storniert ist, ist nicht bekannt. Diese Seite zeigt es, sobald sie nachsehen kann.',
    keepIt: 'Behalten',
  },

  late: {
    float: (time) =>
      `Eine verspätete Zahlung wird bis ${time} noch getauscht, zum Marktpreis, der dann gilt.`,
    fixed: (time) =>
      `Der Festpreis ist abgelaufen. Kommt noch vor ${time} eine Zahlung, entscheiden Sie: Marktpreis oder Geld zurück.`,
  },
  cancelled:
    'Zahlen Sie nicht mehr an die Adresse dieses Auftrags. Kommt trotzdem etwas an, können Sie es hier zurückbekommen.',

  frozen: {
    why: 'Warum er angehalten wurde',
    reasons: {
      LESS: 'Es kam weniger an, als für den Festpreis vereinbart war.',
      MORE: 'Es kam mehr an, als für den Festpreis vereinbart war.',
      LIMIT:
        'Dieser Betrag kann zurzeit nicht getauscht werden: Er liegt außerhalb der Grenzen oder ist mehr, als wir auszahlen können.',
      LATE: 'Die Zahlung kam für die Vereinbarung zu spät.',
      SCREENING: 'Eine Prüfung der Adressen hat ihn angehalten.',
      OPERATOR: 'Der Betreiber hat ihn angehalten, um ihn sich anzusehen.',
    },
    other: 'Er wurde angehalten.',
    agreed: 'Vereinbart',
    arrived: 'Angekommen',
    what: 'Was Sie tun können',
    noHurry: 'Es gibt keine Frist: Ihr Geld wird aufbewahrt, bis Sie entscheiden.',
    exchange: 'Zum Marktpreis tauschen',
    estimating: 'Preis wird abgefragt …',
    estimate: (from, to) => `${from} sind jetzt etwa ${to} wert, nach Abzug aller Gebühren.`,
    estimateNote:
      'Der Preis wird festgelegt, sobald Sie bestätigt haben. Das lässt sich nicht rückgängig machen.',
    noEstimate: 'Zurzeit gibt es dafür keinen Preis. Getauscht würde zum ersten Preis, den es wieder gibt.',
    outsideLimits:
      'Für diesen Betrag geben wir keine Preise an; was er ergibt, kann jetzt niemand sagen. Bliebe nach den Gebühren nichts übrig, bleibt der Auftrag angehalten.',
    inVain:
      'Es wurde nicht getauscht, und nichts wurde genommen: Nach den Gebühren bliebe nichts übrig, oder es ist mehr, als wir zurzeit auszahlen können. Der Auftrag bleibt angehalten.',
    confirmExchange: 'Tauschen',
    notNow: 'Nicht jetzt',
    onlyOperator:
      'Das ist mehr, als wir ungesehen tauschen. Der Betreiber kann es freigeben, oder Sie nehmen es zurück.',
    exchangeNote: 'Was angekommen ist, zum Preis des Moments, mit derselben Gebühr.',
    refund: 'Zurückzahlen lassen',
    refundNote: (coin) => `In ${coin}, abzüglich der Netzwerkgebühr.`,
    refundAddress: (coin) => `Ihre ${coin}-Adresse für die Rückzahlung`,
    refundTo: 'Es geht an',
    feeOfEach: 'Netzwerkgebühr je Zahlung',
    feeAbout: (amount) => `etwa ${amount}`,
    feeOpen: 'was das Netzwerk in diesem Moment verlangt',
    partTooSmall: (amount) =>
      `${amount} davon können nicht zurückgezahlt werden: Sie kamen in Zahlungen an, die ihre Netzwerkgebühr nicht wert sind.`,
    backNote:
      'Es geht an diese Adresse und nirgendwo sonst hin und kann nicht zurückgenommen werden: Prüfen Sie, ob es Ihre ist.',
    operatorsTurn:
      'Darüber muss der Betreiber entscheiden. Behalten Sie diese Seite: Sie zeigt, wie es weitergeht.',
    exchanging: 'Was angekommen ist, wird getauscht. Das geschieht gleich.',
    refunding: 'Der Betrag wird zurückgezahlt. Er wird gleich gesendet und hier angezeigt.',
    needsAddress: 'Geben Sie die Adresse ein, an die das Geld zurückgehen soll.',
  },

  surplus: {
    title: (n) =>
      plural(n, {
        one: 'Es kam etwas an, das nicht zählt',
        other: 'Ein Teil dessen, was ankam, zählt nicht',
      }),
    reasons: {
      WRONG_COIN: (coin, chain) =>
        `kam an, aber dieser Auftrag wird in ${coin} auf ${chain} bezahlt: Es zählt nicht als Zahlung.`,
      TOO_SMALL: () => 'kam an. Das ist zu wenig, um für diesen Auftrag zu zählen.',
      LATE: () => 'kam nach dem Ende des Festpreises an: Es zählt nicht für diesen Auftrag.',
      SECOND: () => 'kam zusätzlich an: Der Auftrag wurde ohne diesen Betrag ausgeführt.',
    },
    states: {
      arriving: 'Wartet auf Bestätigung. Danach können Sie es zurückbekommen.',
      open: 'Sie können es zurückbekommen. Es gibt keine Frist.',
      held: 'Eine Prüfung der Adressen hat es angehalten. Darüber muss der Betreiber entscheiden.',
      returning: 'Es ist auf dem Weg zurück zu Ihnen.',
      returned: 'Es wurde zurückgezahlt.',
      kept: 'Es war weniger wert als die Netzwerkgebühr der Rückzahlung.',
    },
    fee: 'Netzwerkgebühr',
    back: 'Kommt an',
    tooSmall: (fee, coin) =>
      `Das ist zu wenig für eine Rückzahlung: Allein das Netzwerk würde ${fee} ${coin} nehmen.`,
    address: (chain) => `Ihre ${chain}-Adresse`,
    note: 'Geben Sie eine Adresse Ihrer eigenen Wallet an, nicht die einer Börse, die Sie nicht mehr nutzen. Sie lässt sich danach nicht mehr ändern.',
    giveBack: 'Zurückzahlen lassen',
  },

  summary: {
    title: 'Der Tausch',
    send: 'Sie senden',
    sent: 'Sie haben gesendet',
    agreed: (amount) => `Vereinbart: ${amount}`,
    receive: 'Sie erhalten',
    received: 'Sie haben erhalten',
    wasToReceive: 'Sie sollten erhalten',
    gotBack: 'Sie haben zurückbekommen',
    receives: (n) => `Empfänger ${n}`,
    to: 'an',
    about: 'etwa',
    price: 'Preis',
    pricePair: (from, amount, to) => `1 ${from} = ${amount} ${to}`,
    mode: 'Wie der Preis festgelegt wird',
    float: 'Marktpreis, festgelegt, wenn Ihre Zahlung bestätigt ist',
    floatSet: 'Marktpreis',
    fixed: 'Festpreis',
    fixedLost: 'Marktpreis: Der Festpreis galt nicht mehr',
    fixedOver: 'Der Festpreis ist abgelaufen',
    fixedOpen: 'Der Festpreis gilt nicht für das, was ankam',
    number: 'Auftragsnummer',
    reference: 'Verwendungszweck',
    placed: 'Aufgegeben',
    refundTo: 'Rückzahlungsadresse',
    print: 'Beleg drucken',
    copyReceipt: 'Beleg als Text kopieren',
    receipt: (no) => `Beleg: Auftrag ${no}`,
    paid: 'Eingezahlt',
    paidOut: 'Ausgezahlt',
    gaveBack: 'Zurückgezahlt',
    transfer: (amount, txid, time) => `${amount}, Transaktion ${txid}, ${time}`,
    notYet: 'noch nicht bestätigt',
    status: 'Stand',
    noCode: 'Mit diesem Beleg kann niemand mehr über den Auftrag erfahren oder über ihn entscheiden.',
  },

  tell: {
    ask: 'Benachrichtigen, wenn etwas geschieht',
    isOn: 'Dieser Browser benachrichtigt Sie, wenn etwas geschieht, solange diese Seite geöffnet bleibt.',
    stop: 'Nicht mehr benachrichtigen',
    refused:
      'Dieser Browser lässt keine Benachrichtigungen zu. Der Titel des Tabs zeigt, wie es um den Auftrag steht.',
  },

  timeline: {
    title: 'Wo Ihr Geld ist',
    placed: 'Auftrag aufgegeben',
    awaiting: 'Ihre Zahlung',
    awaitingNote: 'Noch ist nichts zu sehen.',
    seen: 'Zahlung gesehen',
    confirmed: 'Zahlung bestätigt',
    confirmations: (n, of) => `${n} von ${of} ${plural(of, { one: 'Bestätigung', other: 'Bestätigungen' })}`,
    waitingForBlock: 'Wartet auf einen Block',
    exchanged: 'Getauscht',
    toExchange: 'Tausch',
    toSend: 'An Sie senden',
    sent: 'Gesendet',
    confirming: 'wartet auf Bestätigung',
    arrived: 'bestätigt',
    rolledBack: 'vom Netzwerk abgelehnt; der Betreiber kümmert sich darum',
    completed: 'Abgeschlossen',
    stopped: 'Angehalten',
    refund: 'Rückzahlung',
    refunded: 'Zurückgezahlt',
    expired: 'Abgelaufen',
    cancelled: 'Storniert',
    at: (pair) => `zu ${pair}`,
    txid: 'Transaktion',
    copyTxid: 'Transaktions-ID kopieren',
    look: 'In einem Explorer ansehen',
    states: { done: 'erledigt', now: 'läuft', next: 'kommt noch', wrong: 'angehalten' },
  },

  log: {
    title: 'Alles, was geschehen ist',
    status: (badge) => `Der Auftrag ist jetzt: ${badge}`,
    'deposit.seen': 'Zahlung gesehen',
    'deposit.mined': 'Zahlung ist in einem Block',
    'deposit.confirmed': 'Zahlung ist bestätigt',
    'deposit.undone': 'Der Block der Zahlung ist weggefallen; sie wartet wieder',
    'deposit.vanished': 'Die Zahlung ist aus dem Netzwerk verschwunden',
    'deposit.surplus': 'Diese Zahlung zählt nicht für den Auftrag',
    'payout.sent': 'An den Empfänger gesendet',
    'payout.confirmed': 'Beim Empfänger bestätigt',
    'payout.undone': 'Der Block der Überweisung ist weggefallen; sie wird erneut gesendet',
    'payout.redirected':
      'Konnte nicht wie vereinbart ausgezahlt werden: Der Betreiber sendet es an eine andere Adresse',
    'payout.refunded': 'Konnte nicht wie vereinbart ausgezahlt werden: Dieser Teil wird zurückgezahlt',
    'refund.sent': 'Zurückgesendet',
    'refund.confirmed': 'Rückzahlung bestätigt',
    'refund.undone': 'Der Block der Rückzahlung ist weggefallen; sie wird erneut gesendet',
    'refund.redirected':
      'Konnte nicht wie vereinbart zurückgezahlt werden: Der Betreiber sendet es an eine andere Adresse',
    amount: (amount, coin) => `${amount} ${coin}`,
  },

  refused: {
    cannotResolve: 'Darüber ist schon entschieden, oder nur der Betreiber kann es entscheiden.',
    beyondLimits:
      'Es kam mehr an, als die Grenzen erlauben. Sie können es zurückbekommen; tauschen kann es nur der Betreiber.',
    refundAddress: 'Diese Adresse ist auf dieser Chain ungültig.',
    manageCode: 'Das ist nicht der Verwaltungscode dieses Auftrags. Es wurde nichts getan.',
    refundAddressSet: 'Eine Rückzahlungsadresse wurde schon angegeben: Nur der Betreiber kann sie ändern.',
    cannotCancel: 'Eine Zahlung wurde gesehen: Der Auftrag kann nicht mehr storniert werden.',
    unreachable:
      'Der Dienst hat nicht geantwortet: Ob es getan wurde, ist nicht bekannt. Diese Seite zeigt es, sobald sie nachsehen kann.',
    notDone:
      'Der Dienst hat nicht geantwortet, und nach dem, was er jetzt sagt, ist es nicht getan. Sie können es erneut versuchen.',
    unknown: (message) => `Der Dienst hat abgelehnt: ${message}.`,
  },
};
