import type { Texts } from '../en.ts';

export const about: Texts['about'] = {
  fees: {
    title: 'Taxas e limites',
    lead: 'Quanto custa uma troca aqui. Antes de fazer um pedido, você vê todas as taxas dele, em moedas.',
    general: (float, fixed) =>
      `A taxa do serviço é de ${float} no preço de mercado e de ${fixed} no preço fixo, a menos que uma moeda ou um par abaixo tenha a sua própria.`,
    network:
      'Além disso, enviar as moedas a você custa a taxa da rede. Ela muda com a rede e aparece com cada preço. Um preço fixo pode custar um pouco mais quando os mercados oscilam muito, e uma moeda que está em falta aqui também: as duas coisas são mostradas. Não há outras taxas.',
    byCoin: 'Por moeda',
    byCoinNote:
      'Se as duas moedas têm taxa própria, vale a maior. O mínimo que se pode enviar depende também das taxas de rede: a página de troca mostra o valor para o seu par.',
    coin: 'Moeda',
    float: 'Preço de mercado',
    fixed: 'Preço fixo',
    networkFee: 'Taxa de rede agora',
    least: 'Mínimo',
    most: 'Máximo',
    unknown: 'sem preço agora',
    none: 'Não há nada para mostrar.',
    special: 'Para pares e valores',
    specialNote: 'Valem no lugar das taxas acima, para o valor inteiro.',
    mode: 'Preço',
    send: 'Você envia',
    receive: 'Você recebe',
    from: 'A partir de',
    fee: 'Taxa',
    any: 'Qualquer moeda',
  },
  status: {
    title: 'Situação do serviço',
    lead: 'Se as moedas são trocadas e enviadas como de costume. Esta página verifica de novo sozinha.',
    allWell: 'Tudo funciona.',
    some: (n) =>
      n === 1 ? 'Uma moeda não funciona como de costume.' : `${n} moedas não funcionam como de costume.`,
    asOf: (time) => `Situação em ${time}.`,
    coin: 'Moeda',
    state: 'Situação',
    since: 'Desde',
    means: 'O que isso significa',
    none: 'Nenhuma moeda é oferecida no momento.',
    states: { running: 'Funciona', delayed: 'Com atraso', halted: 'Parada', unpriced: 'Sem preço' },
    meanings: {
      running: 'Os pagamentos são vistos, trocados e enviados como de costume.',
      delayed: 'Demora mais do que o normal. Nada se perde, e continua sozinho.',
      halted: 'Nada é enviado nela no momento. Nada se perde: o que é devido é enviado assim que voltar.',
      unpriced:
        'Agora não há um preço confiável, portanto não há pedidos novos. Os que já foram feitos continuam.',
    },
  },
  questions: {
    title: 'Perguntas e respostas',
    lead: 'As respostas vêm do que está configurado aqui agora.',
    minutes: (n) => (n === 1 ? 'um minuto' : `${n} minutos`),
    hold: {
      asked: 'Por quanto tempo vale um preço?',
      answer: (seconds, fixed, float) =>
        `Um preço fixo vale ${seconds} segundos enquanto você decide. Depois de feito o pedido, vale ${fixed}: pague dentro desse tempo. No preço de mercado, um pedido espera ${float} pelo pagamento e é trocado ao preço do momento em que o pagamento é confirmado.`,
    },
    modes: {
      asked: 'Preço de mercado ou preço fixo?',
      answer: (float, fixed) =>
        `O preço de mercado custa ${float} e oscila até o pagamento ser confirmado. O preço fixo custa ${fixed}, e você recebe exatamente o que foi mostrado se pagar o valor exato a tempo.`,
    },
    confirmations: {
      asked: 'Quando meu pagamento conta?',
      answer: (times) => `Quando a rede o confirmou tantas vezes: ${times}.`,
    },
    late: {
      asked: 'E se eu pagar atrasado?',
      answer:
        'No preço de mercado, um pagamento atrasado ainda é trocado, ao preço daquele momento, enquanto a página do pedido disser. No preço fixo, você decide nessa página: o preço de mercado ou o dinheiro de volta.',
    },
    amount: {
      asked: 'E se eu pagar de menos ou de mais?',
      answer:
        'No preço de mercado, troca-se o que chegou, se estiver dentro dos limites. No preço fixo o pedido para, e você decide na página dele: trocar o que chegou ao preço de mercado ou receber de volta.',
    },
    wrong: {
      asked: 'E se eu enviar uma moeda errada ou pagar duas vezes?',
      answer:
        'Não conta para o pedido e não se perde: a página do pedido mostra, e um botão devolve o valor a um endereço seu, menos a taxa de rede.',
    },
    refund: {
      asked: 'Como recebo meu dinheiro de volta?',
      answer:
        'Na página do pedido, no endereço de reembolso que você informou ou informa ali, na moeda que enviou, menos a taxa de rede. Nunca ao remetente por suposição: uma corretora de onde você pagou pode não saber de quem é.',
    },
    network: {
      asked: 'O que são taxas de rede?',
      answer:
        'Cada rede cobra por uma transferência. A do seu pagamento você paga na carteira; a de enviar as moedas a você é descontada do que recebe e mostrada antes do pedido.',
    },
    lost: {
      asked: 'Perdi a página do meu pedido.',
      answer:
        'Um pedido pago continua sem ela. Procure em “Meus pedidos” no aparelho em que o fez, ou encontre-o pelo que você sabe dele.',
    },
    more: 'Falta alguma coisa?',
  },
};
