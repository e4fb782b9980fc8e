import type { Texts } from '../en.ts';

export const orders: Texts['orders'] = {
  title: 'Meine Aufträge',
  lead: 'Die Aufträge, die in diesem Browser aufgegeben wurden. Sonst kennt niemand diese Liste; wer diesen Browser benutzt, kann die Aufträge sehen und über sie entscheiden.',
  none: 'Dieser Browser hat sich keine Aufträge gemerkt. Jeder Auftrag, den Sie hier aufgeben, steht danach hier.',
  keepsNothing:
    'Dieser Browser behält nichts, wie in einem privaten Fenster. Bewahren Sie die Adresse der Seite jedes Auftrags selbst auf.',
  exchange: (from, to) => `${from} gegen ${to}`,
  gone: 'Hier unbekannt',
  forget: 'Vergessen',
  forgetOne: (code) => `Auftrag ${code} vergessen`,
  forgetOneNote:
    'Der Auftrag läuft weiter, aber dieser Browser kennt ihn dann nicht mehr. Ohne die Adresse seiner Seite oder seine Codes kann niemand über ihn entscheiden.',
  forgetAll: 'Alle vergessen',
  forgetNote:
    'Die Aufträge laufen weiter, aber dieser Browser kennt sie dann nicht mehr. Ohne die Adresse seiner Seite oder seine Codes kann niemand über einen Auftrag entscheiden.',
  keepThem: 'Behalten',
  find: 'Einen anderen Auftrag finden',
};
