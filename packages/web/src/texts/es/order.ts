import type { Texts } from '../en.ts';
import { pluralIn } from '../plural.ts';

const plural = pluralIn('es');

export const order: Texts['order'] = {
  title: (code) => `Orden ${code}`,
  loading: 'Buscando la orden…',
  notFound: 'No hay ninguna orden con este código. Compruebe que el enlace esté completo.',
  another: 'Hacer otro intercambio',
  find: 'Buscar una orden por otros datos',
  copyCode: 'Copiar el código de la orden',
  keep: {
    beforePaying:
      'Antes de pagar, guarde la dirección de esta página: solo con ella podrá cancelar, o decidir si algo sale mal.',
    copyLink: 'Copiar la dirección de esta página',
    orderCode: 'Código de la orden',
    manageCode: 'Código de gestión',
    save: 'Guardar como archivo',
    file: (code, manageCode, link) =>
      `Código de la orden: ${code}\nCódigo de gestión: ${manageCode}\nPágina de la orden: ${link}\n\nQuien tiene el código de gestión puede decidir sobre la orden. No debe darse a nadie.\n`,
    remember: 'Recordarla en este navegador',
    kept: 'Este navegador la recuerda: Mis órdenes',
    forget: 'Olvidarla',
    impossible:
      'Este navegador no guarda nada, como en una ventana privada. Conviene copiar la dirección o guardarla como archivo.',
    unproven:
      'Si este código de gestión es el correcto solo se sabrá al usarlo: vino con la dirección de esta página o se escribió aquí.',
    meanwhile: 'Guarde la dirección de esta página: solo con ella podrá decidir si algo sale mal.',
  },
  manage: {
    onlyLooking:
      'Puede ver esta orden. Para decidir sobre ella, escriba el código de gestión que recibió al crearla.',
    code: 'Código de gestión',
    incomplete: 'Un código de gestión tiene 20 letras y cifras.',
    enter: 'Continuar',
  },
  reconnecting: 'Se ha cortado la conexión. Esta página continúa sola en cuanto vuelva.',

  status: {
    1: { badge: 'En espera', headline: 'Esperando su pago' },
    2: { badge: 'Confirmándose', headline: 'Su pago está en camino' },
    3: { badge: 'En intercambio', headline: 'Pagada. Sus monedas se están enviando' },
    4: { badge: 'Completada', headline: 'Listo. Sus monedas han llegado' },
    5: { badge: 'Reembolsada', headline: 'Se le devolvió su pago' },
    7: { badge: 'Detenida', headline: 'Esta orden necesita una decisión' },
    8: { badge: 'Caducada', headline: 'No llegó ningún pago a tiempo' },
    9: { badge: 'Sin pagar', headline: 'Esta orden terminó sin ningún pago' },
  },

  ends: {
    cancelled: { badge: 'Cancelada', headline: 'Esta orden fue cancelada' },
    nothingBack: { badge: 'Sin devolución', headline: 'Llegó demasiado poco para devolverlo' },
  },
  nothingBack:
    'Lo que llegó no valía la comisión de red por devolverlo: no quedó nada que se pudiera enviar.',

  delayed: {
    headline: 'Pagada. El envío de sus monedas se retrasa',
    notice: (coins) =>
      `Los envíos de ${coins} se retrasan en este momento. No se pierde nada: lo que le corresponde se envía solo en cuanto se reanuden.`,
    beforePaying: (coins) =>
      `Los envíos de ${coins} están en pausa en este momento. Si paga ahora no se pierde nada, pero sus monedas no se envían hasta que se reanuden.`,
    step: 'Retrasado: los envíos están en pausa en este momento.',
    refunding: 'Se va a reembolsar. Se envía en cuanto se reanuden los envíos, y se verá aquí.',
    exchanging: 'Lo que llegó se va a intercambiar. Se envía en cuanto se reanuden los envíos.',
    returning: 'Se le devuelve en cuanto se reanuden los envíos.',
  },

  pay: {
    elsewhere:
      'Este navegador no conoce esta orden: se creó en otro lugar o se olvidó aquí. Pague solo si sabe de quién es. Lo que pague va a:',
    cannotKnow:
      'Este navegador no guarda nada, así que esta página no puede saber si la orden se creó en él. Pague solo si sabe de quién es. Lo que pague va a:',
    amount: 'Envíe esta cantidad',
    exactAmount: 'Envíe exactamente',
    address: 'a esta dirección',
    copyAmount: 'Copiar la cantidad',
    copyAddress: 'Copiar la dirección',
    only: (coin, chain) => `Envíe únicamente ${coin} en ${chain}. Cualquier otra cosa habrá que devolverla.`,
    qr: 'Código QR del pago, para una billetera en el teléfono',
    wallet: 'Abrir en una billetera',
    left: 'Tiempo que queda para pagar',
    over: 'Se acabó el tiempo.',
    test: 'Pagar',
    testNote: 'En las redes de prueba paga el servicio.',
    paying: 'Pagando…',
    cancel: 'Cancelar la orden',
    cancelNote: 'No se ha pagado nada. Lo que se envíe más tarde a esta dirección solo se podrá devolver.',
    cancelUnknown:
      'No pague todavía: el servicio no ha respondido y no se sabe si la orden está cancelada. Esta página lo mostrará en cuanto pueda consultarlo.',
    keepIt: 'Conservarla',
  },

  late: {
    float: (time) =>
      `Un pago que llegue tarde todavía se intercambia, al precio de mercado de ese momento, hasta el ${time}.`,
    fixed: (time) =>
      `El precio fijo ha terminado. Si aún llega un pago antes del ${time}, usted decide: el precio de mercado o su dinero de vuelta.`,
  },
  cancelled: 'No pague ya a su dirección. Si aun así llega algo, puede recuperarlo aquí.',

  frozen: {
    why: 'Por qué se detuvo',
    reasons: {
      LESS: 'Llegó menos de lo acordado para el precio fijo.',
      MORE: 'Llegó más de lo acordado para el precio fijo.',
      LIMIT:
        'Esta cantidad no se puede intercambiar en este momento: está fuera de los límites o es más de lo que podemos entregar.',
      LATE: 'El pago llegó demasiado tarde para lo acordado.',
      SCREENING: 'La detuvo una comprobación de las direcciones.',
      OPERATOR: 'El operador la detuvo para revisarla.',
    },
    other: 'Se detuvo.',
    agreed: 'Acordado',
    arrived: 'Recibido',
    what: 'Qué puede hacer',
    noHurry: 'No hay plazo: su dinero se guarda hasta que decida.',
    exchange: 'Intercambiarlo al precio de mercado',
    estimating: 'Consultando el precio…',
    estimate: (from, to) => `${from} valen ahora unos ${to}, descontadas todas las comisiones.`,
    estimateNote: 'El precio se fija justo después de confirmar. No se puede deshacer.',
    noEstimate:
      'En este momento no hay precio para ello. Se intercambiaría al primer precio que vuelva a haber.',
    outsideLimits:
      'Esta cantidad está fuera de lo que cotizamos, así que nadie puede decir ahora cuánto resultará. Si no quedara nada tras las comisiones, la orden seguirá detenida.',
    inVain:
      'No se intercambió, y no se cobró nada: tras las comisiones no quedaría nada, o es más de lo que podemos entregar ahora. La orden sigue detenida.',
    confirmExchange: 'Intercambiarlo',
    notNow: 'Ahora no',
    onlyOperator:
      'Es más de lo que intercambiamos sin revisarlo. El operador puede hacerlo, o usted lo recupera.',
    exchangeNote: 'Lo que llegó, al precio del momento, con la misma comisión.',
    refund: 'Devolverlo',
    refundNote: (coin) => `En ${coin}, menos la comisión de red.`,
    refundAddress: (coin) => `Su dirección de ${coin} para el reembolso`,
    refundTo: 'Va a',
    feeOfEach: 'Comisión de red por cada pago',
    feeAbout: (amount) => `unos ${amount}`,
    feeOpen: 'lo que cobre la red en ese momento',
    partTooSmall: (amount) =>
      `De ello no se pueden devolver ${amount}: llegaron en pagos que no valen su comisión de red.`,
    backNote: 'Va a esta dirección y a ninguna otra, y no se puede deshacer: compruebe que es la suya.',
    operatorsTurn: 'El operador tiene que decidir. Conserve esta página: en ella se verá lo que ocurra.',
    exchanging: 'Lo que llegó se va a intercambiar. Ocurrirá en un momento.',
    refunding: 'Se va a reembolsar. Se envía en un momento, y se verá aquí.',
    needsAddress: 'Escriba la dirección a la que debe volver el dinero.',
  },

  surplus: {
    title: (n) => plural(n, { one: 'Llegó algo que no cuenta', other: 'Parte de lo que llegó no cuenta' }),
    reasons: {
      WRONG_COIN: (coin, chain) =>
        `llegaron, pero esta orden se paga en ${coin} en ${chain}: no cuentan como pago.`,
      TOO_SMALL: () => 'llegaron: es demasiado poco para contar en esta orden.',
      LATE: () => 'llegaron tras el fin del precio fijo: no cuentan para esta orden.',
      SECOND: () => 'llegaron además: la orden se atendió sin esta cantidad.',
    },
    states: {
      arriving: 'Falta que se confirme. Después podrá recuperarlo.',
      open: 'Puede recuperarlo. No hay plazo.',
      held: 'Lo detuvo una comprobación de las direcciones. El operador tiene que decidir.',
      returning: 'Está volviendo a usted.',
      returned: 'Se devolvió.',
      kept: 'Valía menos que la comisión de red por devolverlo.',
    },
    fee: 'Comisión de red',
    back: 'Llegará',
    tooSmall: (fee, coin) => `Es demasiado poco para devolverlo: solo la red se llevaría ${fee} ${coin}.`,
    address: (chain) => `Su dirección de ${chain}`,
    note: 'Escriba una dirección de su propia billetera, no de un exchange que ya no usa. Después no se puede cambiar.',
    giveBack: 'Devolverlo',
  },

  summary: {
    title: 'El intercambio',
    send: 'Envía',
    sent: 'Envió',
    agreed: (amount) => `Acordado: ${amount}`,
    receive: 'Recibe',
    received: 'Recibió',
    wasToReceive: 'Iba a recibir',
    gotBack: 'Se le devolvió',
    receives: (n) => `Destinatario ${n}`,
    to: 'a',
    about: 'unos',
    price: 'Precio',
    pricePair: (from, amount, to) => `1 ${from} = ${amount} ${to}`,
    mode: 'Cómo se fija el precio',
    float: 'Precio de mercado, fijado al confirmarse su pago',
    floatSet: 'Precio de mercado',
    fixed: 'Precio fijo',
    fixedLost: 'Precio de mercado: el fijo no se aplicó',
    fixedOver: 'El precio fijo ha terminado',
    fixedOpen: 'El precio fijo no se aplica a lo que llegó',
    number: 'Número de orden',
    reference: 'Referencia',
    placed: 'Creada',
    refundTo: 'Dirección de reembolso',
    print: 'Imprimir un recibo',
    copyReceipt: 'Copiar el recibo como texto',
    receipt: (no) => `Recibo: orden ${no}`,
    paid: 'Pagado',
    paidOut: 'Enviado',
    gaveBack: 'Devuelto',
    transfer: (amount, txid, time) => `${amount}, transacción ${txid}, ${time}`,
    notYet: 'aún sin confirmar',
    status: 'Estado',
    noCode: 'Con este recibo nadie puede saber más de la orden ni decidir sobre ella.',
  },

  tell: {
    ask: 'Avisar cuando pase algo',
    isOn: 'Este navegador avisa cuando pasa algo, mientras esta página siga abierta.',
    stop: 'Dejar de avisar',
    refused: 'Este navegador no permite avisos. El título de la pestaña dice cómo está la orden.',
  },

  timeline: {
    title: 'Dónde está su dinero',
    placed: 'Orden creada',
    awaiting: 'Su pago',
    awaitingNote: 'Todavía no se ha visto nada.',
    seen: 'Pago visto',
    confirmed: 'Pago confirmado',
    confirmations: (n, of) => `${n} de ${of} ${plural(of, { one: 'confirmación', other: 'confirmaciones' })}`,
    waitingForBlock: 'Esperando un bloque',
    exchanged: 'Intercambiado',
    toExchange: 'Intercambio',
    toSend: 'Envío a usted',
    sent: 'Enviado',
    confirming: 'pendiente de confirmación',
    arrived: 'confirmado',
    rolledBack: 'la red lo rechazó; el operador se encarga',
    completed: 'Completada',
    stopped: 'Detenida',
    refund: 'Devolución',
    refunded: 'Reembolsada',
    expired: 'Caducada',
    cancelled: 'Cancelada',
    at: (pair) => `a ${pair}`,
    txid: 'Transacción',
    copyTxid: 'Copiar el identificador de la transacción',
    look: 'Verla en un explorador',
    states: { done: 'hecho', now: 'en curso', next: 'por venir', wrong: 'detenido' },
  },

  log: {
    title: 'Todo lo que ha ocurrido',
    status: (badge) => `Ahora la orden está: ${badge}`,
    'deposit.seen': 'Pago visto',
    'deposit.mined': 'El pago está en un bloque',
    'deposit.confirmed': 'El pago está confirmado',
    'deposit.undone': 'El bloque del pago ha desaparecido; el pago vuelve a esperar',
    'deposit.vanished': 'El pago ha desaparecido de la red',
    'deposit.surplus': 'Este pago no cuenta para la orden',
    'payout.sent': 'Enviado al destinatario',
    'payout.confirmed': 'Confirmado en el destinatario',
    'payout.undone': 'El bloque de la transferencia ha desaparecido; se envía de nuevo',
    'payout.redirected': 'No se pudo entregar como se acordó: el operador lo envía a otra dirección',
    'payout.refunded': 'No se pudo entregar como se acordó: esta parte se reembolsa',
    'refund.sent': 'Enviado de vuelta',
    'refund.confirmed': 'Devolución confirmada',
    'refund.undone': 'El bloque del reembolso ha desaparecido; se envía de nuevo',
    'refund.redirected': 'No se pudo reembolsar como se acordó: el operador lo envía a otra dirección',
    amount: (amount, coin) => `${amount} ${coin}`,
  },

  refused: {
    cannotResolve: 'Esto ya está decidido, o solo el operador puede decidirlo.',
    beyondLimits:
      'Llegó más de lo que permiten los límites. Puede recuperarlo; solo el operador puede intercambiarlo.',
    refundAddress: 'Esta dirección no es válida en esta red.',
    manageCode: 'Este código de gestión no es el de esta orden. No se hizo nada.',
    refundAddressSet: 'Ya se había indicado una dirección de reembolso: solo el operador puede cambiarla.',
    cannotCancel: 'Se ha visto un pago: la orden ya no se puede cancelar.',
    unreachable:
      'El servicio no ha respondido: no se sabe si se hizo. Esta página lo mostrará en cuanto pueda consultarlo.',
    notDone: 'El servicio no respondió y, según lo que dice ahora, no está hecho. Puede intentarlo de nuevo.',
    unknown: (message) => `El servicio lo ha rechazado: ${message}.`,
  },
};
