import type { Texts } from '../en.ts';

export const nowhere: Texts['nowhere'] = {
  title: 'No hay nada en esta dirección',
  mistyped: 'Puede que el enlace esté cortado o mal escrito. Compárelo con el que recibió.',
  order: '¿Busca una orden? Su dirección termina con el código de la orden. Mientras busca, no le pasa nada.',
  home: 'A la página de inicio',
};
