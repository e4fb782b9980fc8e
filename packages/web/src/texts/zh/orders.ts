import type { Texts } from '../en.ts';

export const orders: Texts['orders'] = {
  title: '我的订单',
  lead: '在此浏览器中下的订单。除此之外没有人知道这个列表；使用此浏览器的人可以查看这些订单并作出决定。',
  none: '此浏览器没有记住任何订单。您在这里下的每个订单都会列在这里。',
  keepsNothing: '此浏览器不保存任何内容，例如无痕窗口。请自行保存每个订单页面的网址。',
  exchange: (from, to) => `${from} 兑换 ${to}`,
  gone: '此处未知',
  forget: '忘记',
  forgetOne: (code) => `忘记订单 ${code}`,
  forgetOneNote:
    '订单会继续进行，但此浏览器将不再知道它。没有订单页面的网址或代码，任何人都无法对它作出决定。',
  forgetAll: '全部忘记',
  forgetNote:
    '订单会继续进行，但此浏览器将不再知道它们。没有订单页面的网址或代码，任何人都无法对订单作出决定。',
  keepThem: '保留',
  find: '查找其他订单',
};
