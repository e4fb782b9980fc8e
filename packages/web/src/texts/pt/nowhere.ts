import type { Texts } from '../en.ts';

export const nowhere: Texts['nowhere'] = {
  title: 'Não há nada neste endereço',
  mistyped: 'O link pode estar cortado ou digitado errado. Compare-o com o que você recebeu.',
  order:
    'Está procurando um pedido? O endereço dele termina com o código do pedido. Enquanto você procura, nada acontece com ele.',
  home: 'Para a página inicial',
};
