import type { Texts } from '../en.ts';

export const shell: Texts['shell'] = {
  name: 'Swapdesk',
  skip: 'Ir para o conteúdo',
  navigation: 'Páginas',
  orders: 'Meus pedidos',
  docs: 'API',
  testBadge: 'Redes de teste',
  testMoney: 'Redes de teste: este dinheiro não é real. Nenhuma moeda daqui vale nada.',
  selfHosted: 'Swapdesk, um serviço de troca em servidor próprio.',
  banner: {
    title: 'Do operador',
    close: 'Fechar o aviso',
    maintenance: 'Este serviço está em manutenção. Os pedidos pagos continuam assim que terminar.',
    until: (time) => `Até ${time}.`,
  },
  foot: {
    title: 'Sobre este serviço',
    fees: 'Taxas',
    status: 'Situação',
    questions: 'Perguntas',
    support: 'Ajuda',
    terms: 'Condições',
    privacy: 'Privacidade',
  },
  theme: { light: 'Tema claro', dark: 'Tema escuro' },
  language: 'Idioma',
  asset: (coin, chain) => `${coin} em ${chain}`,
  close: 'Fechar',
  copy: 'Copiar',
  copied: 'Copiado',
  unreachable: 'Não foi possível acessar o serviço. Verifique sua conexão.',
};
