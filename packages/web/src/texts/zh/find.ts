import type { Texts } from '../en.ts';

export const find: Texts['find'] = {
  title: '查找订单',
  lead: '丢失了订单的链接？凭两项信息即可找回。',
  here: '查看在此浏览器中下的订单',
  fact: '付款地址、交易或订单号',
  factHint: '您付款的地址、某笔交易的 ID，或订单号。',
  other: '另一项信息',
  otherHint: '订单号、管理码、您的收款地址或退款地址。',
  missing: '请同时填写此项。',
  go: '查找',
  asking: '正在查找…',
  none: '用这两项信息没有找到订单。其中一项必须只有您知道：链上人人可见的信息是不够的。',
  tooMany: '您尝试的次数过多，请一分钟后再试。',
  note: '之后您可以查看订单。要对它作出决定，还需要它的管理码。',
};
