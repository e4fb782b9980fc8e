import type { Texts } from '../en.ts';

export const orders: Texts['orders'] = {
  title: 'Meus pedidos',
  lead: 'Os pedidos feitos neste navegador. Ninguém mais conhece esta lista; quem usa este navegador pode ver estes pedidos e decidir sobre eles.',
  none: 'Este navegador não se lembra de nenhum pedido. Cada pedido que você fizer aqui aparecerá aqui.',
  keepsNothing:
    'Este navegador não guarda nada, como em uma janela privada. Guarde você o endereço da página de cada pedido.',
  exchange: (from, to) => `${from} por ${to}`,
  gone: 'Desconhecido aqui',
  forget: 'Esquecer',
  forgetOne: (code) => `Esquecer o pedido ${code}`,
  forgetOneNote:
    'O pedido continua, mas este navegador não o conhecerá mais. Sem o endereço da sua página ou os seus códigos, ninguém pode decidir sobre ele.',
  forgetAll: 'Esquecer todos',
  forgetNote:
    'Os pedidos continuam, mas este navegador não os conhecerá mais. Sem o endereço da sua página ou os seus códigos, ninguém pode decidir sobre um pedido.',
  keepThem: 'Manter',
  find: 'Encontrar outro pedido',
};
