import type { Texts } from '../en.ts';
import { pluralIn } from '../plural.ts';

const plural = pluralIn('es');

export const swap: Texts['swap'] = {
  title: 'Intercambio de monedas con todas las comisiones a la vista',
  lead: 'Indique qué tiene y qué quiere. Recibirá una dirección a la que pagar; lo demás ocurre solo. Sin cuenta.',

  send: 'Envía',
  receive: 'Recibe',
  chooseSend: 'Moneda que envía',
  chooseReceive: 'Moneda que recibe',
  chooseReceiveOf: (n) => `Moneda del destinatario ${n}`,
  turnRound: 'Invertir las dos monedas',
  worth: (usdt) => `≈ ${usdt} USDT`,
  least: (amount) => `Mín. ${amount}`,
  most: (amount) => `Máx. ${amount}`,
  fillLeast: (amount) => `Enviar el mínimo posible, ${amount}`,
  fillMost: (amount) => `Enviar el máximo posible, ${amount}`,
  orReceive: 'O escriba aquí cuánto quiere recibir.',
  solved: 'Es lo mínimo que hay que enviar para recibir al menos esa cantidad al precio actual.',

  link: {
    isUnknown: (asked) => `El enlace pide «${asked}», que aquí no existe.`,
    isOff: (asked) => `El enlace pide «${asked}», que está desactivado por el momento.`,
    from: (coin) => `En su lugar se enviaría ${coin}: hay que elegir la moneda que se envía.`,
    to: (coin) => `En su lugar se recibiría ${coin}: hay que elegir la moneda que se recibe.`,
    mode: (asked) =>
      `El enlace pide un precio del tipo «${asked}», que no existe. Se ha elegido el precio de mercado.`,
    shares: 'Las partes del enlace no suman 100 %. Ahora son iguales.',
    receivers: 'El enlace nombra más de cinco destinatarios. Los demás quedan fuera.',
    isFixed: 'Lo que se recibe ya está fijado: la moneda, el importe y la dirección. Elija lo que envía.',
    isSet:
      'El enlace ha fijado la moneda que se recibe, el importe y la dirección: compruébelos antes de crear la orden.',
  },

  picker: {
    search: 'Buscar por moneda o red',
    placeholder: 'p. ej. USDT, Tron, Bitcoin',
    none: (words) => `Aquí no hay nada llamado «${words}».`,
    found: (count) => `${count} ${plural(count, { one: 'moneda', other: 'monedas' })}`,
    off: 'desactivada',
    paused: 'envíos en pausa',
  },

  mode: {
    legend: 'Cómo se fija el precio',
    float: 'Precio de mercado',
    fixed: 'Precio fijo',
    floatMeans: (fee) =>
      `Se aplica el precio de mercado del momento en que se confirme su pago: algo más o algo menos de lo que se ve aquí. Comisión ${fee}.`,
    fixedMeans: (fee, minutes) =>
      `Recibe exactamente lo que se ve aquí si crea la orden antes de que se acabe el tiempo y paga exactamente esta cantidad en un plazo de ${minutes}. Comisión ${fee}.`,
    minutes: (n) => plural(n, { one: 'un minuto', other: `${n} minutos` }),
  },

  receivers: {
    title: 'Adónde va',
    address: (chain) => `Su dirección de ${chain}`,
    addressOf: (n, chain) => `Destinatario ${n}: dirección de ${chain}`,
    fixed: (chain) => `Dirección del destinatario en ${chain}`,
    checking: 'Comprobando la dirección…',
    unchecked: 'La dirección aún no se ha podido comprobar. Se intenta de nuevo.',
    otherChain: (chains, chain) => `Es una dirección de ${chains}, no de ${chain}.`,
    switchTo: (coin) => `Recibir ${coin} en su lugar`,
    right: (chain) => `Dirección válida en ${chain}`,
    given: 'Ya venía escrita: compruebe que es la suya.',
    set: 'Ya venía fijada, y no por este sitio: pague solo si sabe de quién es.',
    wrong: {
      FORM: (chain) => `No es una dirección válida en ${chain}.`,
      SPACES: () => 'La dirección contiene espacios o saltos de línea.',
      UNKNOWN_CHARACTERS: () =>
        'La dirección contiene caracteres que ninguna dirección tiene: algunas letras solo se parecen.',
      NOT_ALONE: () => 'Hay que escribir solo la dirección, sin nada delante ni detrás.',
      CHECKSUM: () => 'La suma de comprobación no coincide: falta un carácter o hay uno equivocado.',
      OTHER_CHAIN: (chain) => `Es una dirección de otra red, no de ${chain}.`,
      TEST_NETWORK: () => 'Es una dirección de una red de pruebas.',
      FORM_NOT_TAKEN: (chain) =>
        `En ${chain} no se acepta esta forma de dirección. La billetera puede dar otra forma.`,
      LOST: () => 'Lo que se envía a esta dirección se pierde: nadie tiene su clave.',
      NO_WALLET: () => 'No es una billetera, sino un contrato o un programa: lo que se envía allí se pierde.',
      OUR_OWN: () => 'Esta dirección es nuestra.',
    },
    sample: 'Usar una dirección de ejemplo',
    split: 'Repartir entre varios destinatarios',
    add: 'Añadir un destinatario',
    remove: (n) => `Quitar al destinatario ${n}`,
    share: (n) => `Parte del destinatario ${n}, en porcentaje`,
    bar: 'Cómo se reparte la cantidad. Arrastre los tiradores o use las teclas de flecha.',
    handle: (n) => `Entre los destinatarios ${n} y ${n + 1}`,
    handleSays: (left, right) => `${left} % y ${right} %`,
    most: 'Cinco destinatarios como máximo.',
  },

  scan: {
    button: 'Escanear',
    into: (field) => `Escanear un código QR: ${field}`,
    title: 'Escanear un código QR',
    hint: 'Hay que poner el código QR de la dirección delante de la cámara.',
    refused: 'No hay cámara, o esta página no puede usarla.',
  },

  refund: {
    label: (chain) => `Dirección de reembolso en ${chain}`,
    note: 'opcional',
    hint: 'Si algo sale mal, su pago vuelve a esta dirección y a ninguna otra.',
  },
  referral: (code) => `Recomendado por ${code}`,
  reference: (text) => `Referencia: ${text}`,

  costs: {
    title: 'Cuánto cuesta',
    price: 'Precio',
    pricePair: (from, amount, to) => `1 ${from} = ${amount} ${to}`,
    worth: (amount, coin) => `Valor de ${amount} ${coin}`,
    fee: (percent) => `Comisión del servicio, ${percent}`,
    premium: (percent) => `Por mantener el precio, ${percent}`,
    skew: (percent) => `Recargo, porque nos queda poco, ${percent}`,
    discount: (percent) => `Descuento, porque equilibra nuestras existencias, ${percent}`,
    network: (chain) => `Comisión de red de ${chain}`,
    get: 'Recibe',
    receiver: (n) => `Destinatario ${n}`,
    gets: 'Recibe',
    about: 'unos',
    exactly: 'exactamente',
    nothingElse: 'No hay más comisiones.',
    waiting: 'Escriba una cantidad para ver el precio y todas las comisiones.',
    testPrices: 'Los precios de las redes de prueba son inventados.',
  },

  countdown: {
    holds: 'Este precio se mantiene',
    seconds: (n) => `${n} s`,
    expired: 'Este precio ha caducado.',
    renew: 'Pedir un precio nuevo',
    live: 'Precio en vivo',
    updating: 'Consultando el precio…',
  },

  sameCoin:
    'Se envía y se recibe la misma moneda en la misma red. Volvería lo que se envía, menos todas las comisiones.',
  paused: (coins) =>
    `Los envíos de ${coins} están en pausa en este momento. Con una orden no se pierde nada, pero las monedas no se envían hasta que se reanuden.`,

  place: 'Crear la orden',
  placing: 'Creando la orden…',
  waitingForPrice: 'Esperando el precio…',
  understood: (amount) => `Se entiende ${amount}.`,
  meant: (amount) => `Quiero decir ${amount}`,
  placeNote: 'Ahora no se cobra nada: se paga enviando monedas a la dirección de la página siguiente.',

  duration: (half, most) =>
    `Últimamente la mitad de estos intercambios tardó ${half} o menos desde que se vio el pago, y nueve de cada diez ${most} o menos.`,

  needs: {
    amount: 'Escriba una cantidad.',
    notANumber: 'Esto no es un número. Use cifras y una coma o un punto.',
    tooFine: 'Solo se cuentan 8 decimales.',
    aboveZero: 'Escriba más de 0.',
    either: () => '¿El signo separa los miles o va delante de los decimales?',
    address: 'Escriba la dirección que debe recibir las monedas.',
  },

  refused: {
    tooSmall: (least) => `Es poco: envíe al menos ${least}.`,
    tooLarge: (most) => `Es demasiado: ahora podemos aceptar ${most} como máximo.`,
    fromOff: 'Esta moneda no se nos puede enviar en este momento. Elija otra.',
    toOff: 'Esta moneda no se puede entregar en este momento. Elija otra.',
    toAddress: 'Una de las direcciones de destino no es válida.',
    refundAddress: 'La dirección de reembolso no es válida.',
    busy: 'En este momento no hay precio. Seguimos preguntando.',
    tooMany: 'Demasiadas solicitudes desde aquí. Continuará en un momento.',
    unpaid: 'Tiene demasiadas órdenes sin pagar. Pague o cancele una antes.',
    keyNeeded: 'Este servicio solo acepta órdenes de sus socios.',
    expired: 'El precio caducó antes de que se creara la orden. Pida uno nuevo.',
    notKnown:
      'El servicio no ha respondido: todavía no se sabe si la orden está creada. Créela de nuevo: si es la misma, no se crea dos veces.',
    unknown: (message) => `El servicio lo ha rechazado: ${message}.`,
  },
};
