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
  banner: {
    title: 'От оператора',
    close: 'Закрыть объявление',
    maintenance: 'На сервисе идут работы. Оплаченные заявки продолжатся, как только они закончатся.',
    until: (time) => `До ${time}.`,
  },
  foot: {
    title: 'Об этом сервисе',
    fees: 'Комиссии',
    status: 'Состояние',
    questions: 'Вопросы',
    support: 'Поддержка',
    terms: 'Условия',
    privacy: 'Конфиденциальность',
  },
  theme: { light: 'Светлая тема', dark: 'Тёмная тема' },
  language: 'Язык',
  asset: (coin, chain) => `${coin} в сети ${chain}`,
  close: 'Закрыть',
  copy: 'Копировать',
  copied: 'Скопировано',
  unreachable: 'Сервис недоступен. Проверьте соединение.',
};
