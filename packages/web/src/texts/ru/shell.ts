import type { Texts } from '../en.ts';

export const shell: Texts['shell'] = {
  name: 'Swapdesk',
  skip: 'Перейти к содержимому',
  navigation: 'Страницы',
  orders: 'Мои заявки',
  docs: 'API',
  testBadge: 'Тестовые сети',
  testMoney: 'Тестовые сети: эти деньги ненастоящие. Все монеты здесь ничего не стоят.',
  selfHosted: 'Swapdesk, сервис обмена на собственном сервере.',
  theme: { light: 'Светлая тема', dark: 'Тёмная тема' },
  language: 'Язык',
  asset: (coin, chain) => `${coin} в сети ${chain}`,
  close: 'Закрыть',
  copy: 'Копировать',
  copied: 'Скопировано',
  unreachable: 'Сервис недоступен. Проверьте соединение.',
};
