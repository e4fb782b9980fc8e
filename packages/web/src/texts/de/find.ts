import type { Texts } from '../en.ts';

export const find: Texts['find'] = {
  title: 'Einen Auftrag finden',
  lead: 'Sie haben den Link eines Auftrags verloren? Zwei Angaben führen zu ihm zurück.',
  here: 'Die Aufträge ansehen, die in diesem Browser aufgegeben wurden',
  fact: 'Einzahlungsadresse, Transaktion oder Auftragsnummer',
  factHint: 'Die Adresse, an die Sie gezahlt haben, die ID einer Transaktion oder die Nummer des Auftrags.',
  other: 'Eine weitere Angabe',
  otherHint:
    'Die Nummer des Auftrags, sein Verwaltungscode, Ihre Empfangsadresse oder Ihre Rückzahlungsadresse.',
  missing: 'Geben Sie auch dies ein.',
  go: 'Suchen',
  asking: 'Wird gesucht …',
  none: 'Mit diesen beiden Angaben wurde kein Auftrag gefunden. Eine davon darf nur Ihnen bekannt sein: Was jeder auf den Chains sehen kann, reicht nicht.',
  tooMany: 'Sie haben es oft versucht. Versuchen Sie es in einer Minute wieder.',
  note: 'Sie können den Auftrag dann ansehen. Um über ihn zu entscheiden, brauchen Sie auch seinen Verwaltungscode.',
};
