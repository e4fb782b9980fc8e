import type { Texts } from '../en.ts';

export const shell: Texts['shell'] = {
  name: 'Swapdesk',
  skip: 'Ir al contenido',
  navigation: 'Páginas',
  orders: 'Mis órdenes',
  docs: 'API',
  testBadge: 'Redes de prueba',
  testMoney: 'Redes de prueba: este dinero no es real. Ninguna moneda de aquí vale nada.',
  selfHosted: 'Swapdesk, un servicio de intercambio con servidor propio.',
  banner: {
    title: 'Del operador',
    close: 'Cerrar el aviso',
    maintenance: 'Se está trabajando en este servicio. Las órdenes pagadas siguen en cuanto termine.',
    until: (time) => `Hasta el ${time}.`,
  },
  foot: {
    title: 'Sobre este servicio',
    fees: 'Comisiones',
    status: 'Estado',
    questions: 'Preguntas',
    request: 'Enlaces de pago',
    affiliate: 'Para socios',
    support: 'Ayuda',
    terms: 'Condiciones',
    privacy: 'Privacidad',
  },
  widget: {
    another: 'Hacer otro intercambio',
    ownTab: 'Abrir en una pestaña propia',
    back: (code) => `Volver a la orden ${code}`,
  },
  theme: { light: 'Tema claro', dark: 'Tema oscuro' },
  language: 'Idioma',
  asset: (coin, chain) => `${coin} en ${chain}`,
  close: 'Cerrar',
  copy: 'Copiar',
  copied: 'Copiado',
  notCopied: 'No copiado',
  unreachable: 'No se puede conectar con el servicio. Compruebe su conexión.',
  nothingToExchange:
    'En este momento no se puede intercambiar nada aquí. Las órdenes ya creadas siguen su curso.',
};
