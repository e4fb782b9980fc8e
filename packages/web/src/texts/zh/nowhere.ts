import type { Texts } from '../en.ts';

export const nowhere: Texts['nowhere'] = {
  title: '此网址没有内容',
  mistyped: '链接可能不完整或有误。请与您得到的链接核对。',
  order: '在找订单吗？它的网址以订单代码结尾。查找期间，订单不会受到任何影响。',
  home: '返回首页',
};
