import type { Texts } from '../en.ts';

export const request: Texts['request'] = {
  title: 'Pedir un pago',
  lead: 'Cree un enlace y un código QR. Quien lo abre paga con la moneda que tiene, y se recibe justo lo pedido.',
  coin: 'Moneda que se recibe',
  amount: 'Cuánto se recibe',
  address: (chain) => `Su dirección de ${chain}`,
  reference: 'Referencia',
  referenceHint: 'Por ejemplo, el número de una factura. Quien paga la ve; se guarda con la orden.',
  notYet: 'Indique cuánto y una dirección que pueda recibirlo: entonces el enlace aparece aquí.',
  link: 'Su enlace',
  copy: 'Copiar el enlace',
  open: 'Abrirlo como quien paga',
  qr: 'Código QR del enlace',
  note: 'Lo que se paga va a esta dirección y a ninguna otra. Compruébela: quien paga no puede cambiarla.',
};
