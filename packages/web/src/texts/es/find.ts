import type { Texts } from '../en.ts';

export const find: Texts['find'] = {
  title: 'Buscar una orden',
  lead: '¿Se ha perdido el enlace de una orden? Dos datos llevan de vuelta a ella.',
  here: 'Ver las órdenes creadas en este navegador',
  fact: 'Dirección de depósito, transacción o número de orden',
  factHint: 'La dirección a la que se pagó, el ID de una transacción o el número de la orden.',
  other: 'Otro dato',
  otherHint: 'El número de la orden, su código de gestión, la dirección de recepción o la de reembolso.',
  missing: 'Este dato también hace falta.',
  go: 'Buscarla',
  asking: 'Buscando…',
  none: 'No se encontró ninguna orden con estos dos datos. Uno de ellos debe conocerlo solo su dueño: lo que todos ven en las redes no basta.',
  tooMany: 'Son muchos intentos. Se puede volver a intentar en un minuto.',
  note: 'La orden se podrá ver. Para decidir sobre ella hace falta también su código de gestión.',
};
