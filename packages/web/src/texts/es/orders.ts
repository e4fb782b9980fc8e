import type { Texts } from '../en.ts';

export const orders: Texts['orders'] = {
  title: 'Mis órdenes',
  lead: 'Las órdenes creadas en este navegador. Nadie más conoce esta lista; quien use este navegador puede ver estas órdenes y decidir sobre ellas.',
  none: 'Este navegador no recuerda ninguna orden. Cada orden que se cree aquí aparecerá aquí.',
  keepsNothing:
    'Este navegador no guarda nada, como en una ventana privada. Hay que guardar la dirección de la página de cada orden.',
  exchange: (from, to) => `${from} por ${to}`,
  gone: 'Desconocida aquí',
  forget: 'Olvidar',
  forgetOne: (code) => `Olvidar la orden ${code}`,
  forgetOneNote:
    'La orden sigue su curso, pero este navegador ya no la conocerá. Sin la dirección de su página o sus códigos, nadie puede decidir sobre ella.',
  forgetAll: 'Olvidar todas',
  forgetNote:
    'Las órdenes siguen su curso, pero este navegador ya no las conocerá. Sin la dirección de su página o sus códigos, nadie puede decidir sobre una orden.',
  keepThem: 'Conservarlas',
  find: 'Buscar otra orden',
};
