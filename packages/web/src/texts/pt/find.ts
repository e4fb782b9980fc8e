import type { Texts } from '../en.ts';

export const find: Texts['find'] = {
  title: 'Encontrar um pedido',
  lead: 'Você perdeu o link de um pedido? Dois dados levam de volta a ele.',
  here: 'Ver os pedidos feitos neste navegador',
  fact: 'Endereço de depósito, transação ou número do pedido',
  factHint: 'O endereço para o qual você pagou, o ID de uma transação ou o número do pedido.',
  other: 'Mais um dado',
  otherHint: 'O número do pedido, o código de gestão, o seu endereço de recebimento ou o de reembolso.',
  missing: 'Informe isto também.',
  go: 'Encontrar',
  asking: 'Procurando…',
  none: 'Nenhum pedido foi encontrado com estes dois dados. Um deles deve ser conhecido só por você: o que todos veem nas redes não basta.',
  tooMany: 'Você tentou muitas vezes. Tente de novo em um minuto.',
  note: 'Você poderá ver o pedido. Para decidir sobre ele, precisa também do código de gestão.',
};
