import type { Texts } from '../en.ts';

export const nowhere: Texts['nowhere'] = {
  title: 'Unter dieser Adresse gibt es nichts',
  mistyped:
    'Der Link ist vielleicht abgeschnitten oder vertippt. Vergleichen Sie ihn mit dem, den Sie bekommen haben.',
  order:
    'Suchen Sie einen Auftrag? Seine Adresse endet mit dem Auftragscode. Während Sie suchen, geschieht ihm nichts.',
  home: 'Zur Startseite',
};
