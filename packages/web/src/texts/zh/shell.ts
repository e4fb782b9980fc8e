import type { Texts } from '../en.ts';

export const shell: Texts['shell'] = {
  name: 'Swapdesk',
  skip: '跳到正文',
  navigation: '页面',
  orders: '我的订单',
  docs: 'API',
  testBadge: '测试网络',
  testMoney: '测试网络：这里的钱不是真的，所有币都没有价值。',
  selfHosted: 'Swapdesk，自行部署的兑换服务。',
  banner: {
    title: '来自运营方',
    close: '关闭公告',
    maintenance: '服务正在维护。已付款的订单在维护结束后继续进行。',
    until: (time) => `至 ${time}。`,
  },
  foot: {
    title: '关于本服务',
    fees: '费用',
    status: '状态',
    questions: '常见问题',
    support: '支持',
    terms: '条款',
    privacy: '隐私',
  },
  theme: { light: '浅色主题', dark: '深色主题' },
  language: '语言',
  asset: (coin, chain) => `${chain} 上的 ${coin}`,
  close: '关闭',
  copy: '复制',
  copied: '已复制',
  unreachable: '无法连接到服务。请检查网络连接。',
};
