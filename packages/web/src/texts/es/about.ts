import type { Texts } from '../en.ts';

export const about: Texts['about'] = {
  fees: {
    title: 'Comisiones y límites',
    lead: 'Lo que cuesta un intercambio aquí. Antes de crear una orden se ven todas sus comisiones, en monedas.',
    general: (float, fixed) =>
      `La comisión del servicio es de ${float} a precio de mercado y de ${fixed} a precio fijo, salvo que una moneda o un par de abajo tenga una propia.`,
    network:
      'Además, enviar las monedas cuesta la comisión de la red. Cambia con la red y se muestra con cada precio. Un precio fijo puede costar algo más cuando los mercados se mueven mucho, y también una moneda de la que tenemos poca: ambas cosas se muestran. No hay más comisiones.',
    byCoin: 'Por moneda',
    byCoinNote:
      'Si las dos monedas tienen comisión propia, cuenta la más alta. Lo mínimo que se puede enviar depende también de las comisiones de red: la página de intercambio lo muestra para cada par.',
    coin: 'Moneda',
    float: 'Precio de mercado',
    fixed: 'Precio fijo',
    networkFee: 'Comisión de red ahora',
    least: 'Mínimo',
    most: 'Máximo',
    unknown: 'sin precio ahora',
    none: 'No hay nada que mostrar.',
    special: 'Para pares e importes',
    specialNote: 'Valen en lugar de las comisiones de arriba, para todo el importe.',
    mode: 'Precio',
    send: 'Se envía',
    receive: 'Se recibe',
    from: 'Desde un importe de',
    fee: 'Comisión',
    any: 'Cualquier moneda',
  },
  status: {
    title: 'Estado del servicio',
    lead: 'Si las monedas se intercambian y se envían como siempre. Esta página vuelve a mirar por sí sola.',
    allWell: 'Todo funciona.',
    some: (n) =>
      n === 1 ? 'Una moneda no funciona como siempre.' : `${n} monedas no funcionan como siempre.`,
    asOf: (time) => `A fecha de ${time}.`,
    coin: 'Moneda',
    state: 'Estado',
    since: 'Desde',
    means: 'Qué significa',
    none: 'En este momento no se ofrece ninguna moneda.',
    states: { running: 'Funciona', delayed: 'Con retraso', halted: 'Detenida', unpriced: 'Sin precio' },
    meanings: {
      running: 'Los pagos se detectan, se intercambian y se envían como siempre.',
      delayed: 'Tarda más de lo habitual. No se pierde nada, y sigue por sí solo.',
      halted:
        'En este momento no se envía nada en ella. No se pierde nada: lo debido se envía en cuanto se reanude.',
      unpriced:
        'Ahora no hay un precio fiable, así que no hay órdenes nuevas. Las que ya existen siguen adelante.',
    },
  },
  questions: {
    title: 'Preguntas y respuestas',
    lead: 'Las respuestas salen de lo que está configurado aquí ahora.',
    minutes: (n) => (n === 1 ? 'un minuto' : `${n} minutos`),
    hold: {
      asked: '¿Cuánto dura un precio?',
      answer: (seconds, fixed, float) =>
        `Un precio fijo se mantiene ${seconds} segundos mientras se decide. Una vez creada la orden, se mantiene ${fixed}: hay que pagar en ese tiempo. A precio de mercado, una orden espera el pago ${float} y se intercambia al precio del momento en que el pago queda confirmado.`,
    },
    modes: {
      asked: '¿Precio de mercado o precio fijo?',
      answer: (float, fixed) =>
        `El precio de mercado cuesta ${float} y se mueve hasta que el pago queda confirmado. El precio fijo cuesta ${fixed}, y se recibe exactamente lo mostrado si se paga el importe exacto a tiempo.`,
    },
    confirmations: {
      asked: '¿Cuándo cuenta mi pago?',
      answer: (times) => `Cuando su red lo ha confirmado tantas veces: ${times}.`,
    },
    late: {
      asked: '¿Y si pago tarde?',
      answer:
        'A precio de mercado, un pago tardío se intercambia igualmente, al precio de ese momento, mientras lo diga la página de la orden. A precio fijo se decide en esa página: el precio de mercado o la devolución del dinero.',
    },
    amount: {
      asked: '¿Y si pago de menos o de más?',
      answer:
        'A precio de mercado se intercambia lo que llegó, si está dentro de los límites. A precio fijo la orden se detiene y se decide en su página: intercambiar lo que llegó a precio de mercado o recuperarlo.',
    },
    wrong: {
      asked: '¿Y si envío una moneda equivocada o pago dos veces?',
      answer:
        'No cuenta para la orden y no se pierde: la página de la orden lo muestra, y un botón lo devuelve a una dirección propia, menos la comisión de red.',
    },
    refund: {
      asked: '¿Cómo recupero mi dinero?',
      answer:
        'En la página de la orden, a la dirección de reembolso indicada antes o allí mismo, en la moneda enviada, menos la comisión de red. Nunca al remitente por suposición: un exchange desde el que se pagó quizá no sepa de quién es.',
    },
    network: {
      asked: '¿Qué son las comisiones de red?',
      answer:
        'Cada red cobra por una transferencia. La del propio pago se paga en la billetera; la de enviar las monedas se descuenta de lo que se recibe y se muestra antes de crear la orden.',
    },
    lost: {
      asked: 'He perdido la página de mi orden.',
      answer:
        'Una orden pagada sigue adelante sin ella. Puede buscarse en «Mis órdenes» en el dispositivo donde se creó, o por lo que se sepa de ella.',
    },
    more: '¿Falta algo?',
  },
};
