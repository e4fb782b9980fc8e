import type { Texts } from '../en.ts';

export const request: Texts['request'] = {
  title: '请求付款',
  lead: '生成一个链接和二维码。打开它的人用自己持有的币付款，您收到的正是您所要求的。',
  coin: '您收到的币',
  amount: '您收到的数量',
  address: (chain) => `您的 ${chain} 地址`,
  reference: '附言',
  referenceHint: '例如账单号。付款人能看到它，它会随订单保存。',
  notYet: '请填写数量和可以收款的地址，您的链接就会显示在这里。',
  link: '您的链接',
  copy: '复制链接',
  open: '以付款人的身份打开',
  qr: '链接的二维码',
  note: '付款只会转到这个地址，不会转到别处。请核对：付款人无法更改它。',
};
