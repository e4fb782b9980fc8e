import type { Texts } from '../en.ts';

export const about: Texts['about'] = {
  fees: {
    title: 'Gebühren und Grenzen',
    lead: 'Was ein Tausch hier kostet. Bevor Sie einen Auftrag aufgeben, sehen Sie jede seiner Gebühren, in Coins.',
    general: (float, fixed) =>
      `Die Servicegebühr beträgt ${float} zum Marktpreis und ${fixed} zum Festpreis, sofern ein Coin oder ein Paar unten keine eigene hat.`,
    network:
      'Dazu kommt die Netzwerkgebühr dafür, dass Ihre Coins zu Ihnen gesendet werden. Sie ändert sich mit dem Netzwerk und steht bei jedem Preis. Ein Festpreis kann etwas mehr kosten, wenn die Märkte stark schwanken, ebenso ein Coin, der bei uns knapp ist: Auch das wird angezeigt. Weitere Gebühren gibt es nicht.',
    byCoin: 'Nach Coin',
    byCoinNote:
      'Haben beide Coins eine eigene Gebühr, zählt die höhere. Der kleinste mögliche Betrag hängt auch von den Netzwerkgebühren ab: Die Tauschseite zeigt ihn für Ihr Paar.',
    coin: 'Coin',
    float: 'Marktpreis',
    fixed: 'Festpreis',
    networkFee: 'Netzwerkgebühr jetzt',
    least: 'Mindestens',
    most: 'Höchstens',
    unknown: 'derzeit kein Preis',
    none: 'Es gibt nichts anzuzeigen.',
    special: 'Für Paare und Beträge',
    specialNote: 'Diese gelten anstelle der Gebühren oben, für den ganzen Betrag.',
    mode: 'Preis',
    send: 'Sie senden',
    receive: 'Sie erhalten',
    from: 'Ab einem Betrag von',
    fee: 'Gebühr',
    any: 'Jeder Coin',
  },
  status: {
    title: 'Betriebszustand',
    lead: 'Ob Coins wie gewohnt getauscht und gesendet werden. Diese Seite sieht von selbst wieder nach.',
    allWell: 'Alles läuft.',
    some: (n) => (n === 1 ? 'Ein Coin läuft nicht wie gewohnt.' : `${n} Coins laufen nicht wie gewohnt.`),
    asOf: (time) => `Stand: ${time}.`,
    coin: 'Coin',
    state: 'Zustand',
    since: 'Seit',
    means: 'Was das heißt',
    none: 'Derzeit wird kein Coin angeboten.',
    states: { running: 'Läuft', delayed: 'Verzögert', halted: 'Angehalten', unpriced: 'Kein Preis' },
    meanings: {
      running: 'Zahlungen werden wie gewohnt erkannt, getauscht und gesendet.',
      delayed: 'Es dauert länger als sonst. Nichts geht verloren, und es geht von selbst weiter.',
      halted:
        'Derzeit wird nichts darin gesendet. Nichts geht verloren: Was Ihnen zusteht, wird gesendet, sobald es weitergeht.',
      unpriced:
        'Derzeit gibt es keinen verlässlichen Preis und daher keine neuen Aufträge. Bestehende Aufträge laufen weiter.',
    },
  },
  questions: {
    title: 'Fragen und Antworten',
    lead: 'Die Antworten richten sich nach dem, was hier gerade eingestellt ist.',
    minutes: (n) => (n === 1 ? 'eine Minute' : `${n} Minuten`),
    hold: {
      asked: 'Wie lange gilt ein Preis?',
      answer: (seconds, fixed, float) =>
        `Ein Festpreis gilt ${seconds} Sekunden, während Sie überlegen. Haben Sie den Auftrag aufgegeben, gilt er ${fixed} lang: Zahlen Sie in dieser Zeit. Zum Marktpreis wartet ein Auftrag ${float} auf Ihre Zahlung und wird zum Preis des Augenblicks getauscht, in dem Ihre Zahlung bestätigt ist.`,
    },
    modes: {
      asked: 'Marktpreis oder Festpreis?',
      answer: (float, fixed) =>
        `Der Marktpreis kostet ${float} und schwankt, bis Ihre Zahlung bestätigt ist. Der Festpreis kostet ${fixed}; Sie erhalten genau das Angezeigte, wenn Sie genau den Betrag rechtzeitig zahlen.`,
    },
    confirmations: {
      asked: 'Wann zählt meine Zahlung?',
      answer: (times) => `Wenn ihr Netzwerk sie so oft bestätigt hat: ${times}.`,
    },
    late: {
      asked: 'Was, wenn ich zu spät zahle?',
      answer:
        'Zum Marktpreis wird auch eine späte Zahlung getauscht, zum dann geltenden Preis, solange es die Seite des Auftrags angibt. Beim Festpreis entscheiden Sie dort: Marktpreis oder Geld zurück.',
    },
    amount: {
      asked: 'Was, wenn ich zu wenig oder zu viel zahle?',
      answer:
        'Zum Marktpreis wird getauscht, was angekommen ist, sofern es innerhalb der Grenzen liegt. Beim Festpreis hält der Auftrag an, und Sie entscheiden auf seiner Seite: das Angekommene zum Marktpreis tauschen oder es zurückerhalten.',
    },
    wrong: {
      asked: 'Was, wenn ich einen falschen Coin sende oder doppelt zahle?',
      answer:
        'Das zählt nicht für den Auftrag und ist nicht verloren: Die Seite des Auftrags zeigt es, und mit einer Schaltfläche geht es an eine Adresse von Ihnen zurück, abzüglich der Netzwerkgebühr.',
    },
    refund: {
      asked: 'Wie bekomme ich mein Geld zurück?',
      answer:
        'Auf der Seite des Auftrags, an die Rückzahlungsadresse, die Sie angegeben haben oder dort angeben, in dem Coin, den Sie gesendet haben, abzüglich der Netzwerkgebühr. Nie auf Verdacht an den Absender: Eine Börse, von der Sie gezahlt haben, weiß womöglich nicht, wem es gehört.',
    },
    network: {
      asked: 'Was sind Netzwerkgebühren?',
      answer:
        'Jedes Netzwerk verlangt etwas für eine Überweisung. Die Gebühr Ihrer eigenen Zahlung zahlen Sie in Ihrer Wallet; die für das Senden an Sie wird von dem abgezogen, was Sie erhalten, und vor dem Auftrag angezeigt.',
    },
    lost: {
      asked: 'Ich habe die Seite meines Auftrags verloren.',
      answer:
        'Ein bezahlter Auftrag läuft auch ohne sie weiter. Sehen Sie auf dem Gerät nach, auf dem Sie ihn aufgegeben haben, unter „Meine Aufträge“, oder suchen Sie ihn mit dem, was Sie von ihm wissen.',
    },
    more: 'Fehlt etwas?',
  },
};
