import type { Texts } from '../en.ts';

export const request: Texts['request'] = {
  title: 'Pedir um pagamento',
  lead: 'Crie um link e um código QR. Quem o abre paga com a moeda que tem, e você recebe exatamente o que pede.',
  coin: 'Moeda que você recebe',
  amount: 'Quanto você recebe',
  address: (chain) => `Seu endereço de ${chain}`,
  reference: 'Referência',
  referenceHint: 'Por exemplo, o número de uma fatura. Quem paga a vê; ela fica guardada com o pedido.',
  notYet: 'Informe quanto e um endereço que possa recebê-lo: então seu link aparece aqui.',
  link: 'Seu link',
  copy: 'Copiar o link',
  open: 'Abrir como quem paga',
  qr: 'Código QR do link',
  note: 'O que é pago vai para este endereço e para nenhum outro. Confira: quem paga não pode mudá-lo.',
};
