import type { Texts } from '../en.ts';
import { pluralIn } from '../plural.ts';

const plural = pluralIn('pt-BR');

export const order: Texts['order'] = {
  title: (code) => `Pedido ${code}`,
  loading: 'Procurando o pedido…',
  notFound: 'Não há nenhum pedido com este código. Verifique se o link está completo.',
  another: 'Fazer outra troca',
  find: 'Encontrar um pedido por outros dados',
  copyCode: 'Copiar o código do pedido',
  keep: {
    beforePaying:
      'Antes de pagar, guarde o endereço desta página: só com ele você pode cancelar, ou decidir se algo der errado.',
    copyLink: 'Copiar o endereço desta página',
    orderCode: 'Código do pedido',
    manageCode: 'Código de gestão',
    save: 'Salvar como arquivo',
    file: (code, manageCode, link) =>
      `Código do pedido: ${code}\nCódigo de gestão: ${manageCode}\nPágina do pedido: ${link}\n\nQuem tem o código de gestão pode decidir sobre o pedido. Não o dê a ninguém.\n`,
    remember: 'Lembrar neste navegador',
    kept: 'Este navegador se lembra dele: Meus pedidos',
    forget: 'Esquecer',
    impossible:
      'Este navegador não guarda nada, como em uma janela privada. Copie o endereço ou salve-o como arquivo.',
    unproven:
      'Só ao usar este código de gestão se saberá se é o certo: ele veio com o endereço desta página ou foi digitado aqui.',
    meanwhile: 'Guarde o endereço desta página: só com ele você pode decidir se algo der errado.',
  },
  manage: {
    onlyLooking:
      'Você pode ver este pedido. Para decidir sobre ele, digite o código de gestão que recebeu ao fazê-lo.',
    code: 'Código de gestão',
    incomplete: 'Um código de gestão tem 20 letras e algarismos.',
    enter: 'Continuar',
  },
  reconnecting: 'A conexão caiu. Esta página continua sozinha assim que ela voltar.',

  status: {
    1: { badge: 'Aguardando', headline: 'Aguardando seu pagamento' },
    2: { badge: 'Confirmando', headline: 'Seu pagamento está a caminho' },
    3: { badge: 'Trocando', headline: 'Pago. Suas moedas estão sendo enviadas' },
    4: { badge: 'Concluído', headline: 'Pronto. Suas moedas chegaram' },
    5: { badge: 'Reembolsado', headline: 'Seu pagamento foi devolvido' },
    7: { badge: 'Parado', headline: 'Este pedido precisa de uma decisão' },
    8: { badge: 'Expirado', headline: 'Nenhum pagamento chegou a tempo' },
    9: { badge: 'Não pago', headline: 'Este pedido terminou sem pagamento' },
  },

  ends: {
    cancelled: { badge: 'Cancelado', headline: 'Este pedido foi cancelado' },
    nothingBack: { badge: 'Não devolvido', headline: 'Chegou pouco demais para ser devolvido' },
  },
  nothingBack:
    'O que chegou não valia a taxa de rede para devolver: não sobrou nada que pudesse ser enviado.',

  delayed: {
    headline: 'Pago. O envio das suas moedas está atrasado',
    notice: (coins) =>
      `Os envios de ${coins} estão atrasados no momento. Nada se perde: o que é seu é enviado sozinho assim que eles forem retomados.`,
    beforePaying: (coins) =>
      `Os envios de ${coins} estão pausados no momento. Se você pagar agora, nada se perde, mas suas moedas só são enviadas quando eles forem retomados.`,
    step: 'Atrasado: os envios estão pausados no momento.',
    refunding: 'O valor será devolvido. Ele sai assim que os envios forem retomados, e aparece aqui.',
    exchanging: 'O que chegou será trocado. É enviado assim que os envios forem retomados.',
    returning: 'Volta para você assim que os envios forem retomados.',
  },

  pay: {
    elsewhere:
      'Este navegador não conhece este pedido: ele foi feito em outro lugar ou esquecido aqui. Pague só se souber de quem é. O que você pagar vai para:',
    cannotKnow:
      'Este navegador não guarda nada, por isso esta página não pode saber se o pedido foi feito nele. Pague só se souber de quem é. O que você pagar vai para:',
    amount: 'Envie este valor',
    exactAmount: 'Envie exatamente',
    address: 'para este endereço',
    copyAmount: 'Copiar o valor',
    copyAddress: 'Copiar o endereço',
    only: (coin, chain) => `Envie somente ${coin} em ${chain}. Qualquer outra coisa terá de ser devolvida.`,
    qr: 'Código QR do pagamento, para uma carteira no celular',
    wallet: 'Abrir em uma carteira',
    left: 'Tempo que resta para pagar',
    over: 'O tempo acabou.',
    test: 'Pagar',
    testNote: 'Nas redes de teste, o serviço paga por você.',
    paying: 'Pagando…',
    cancel: 'Cancelar o pedido',
    cancelNote: 'Nada foi pago. O que for enviado depois a este endereço só poderá ser devolvido.',
    cancelUnknown:
      'Não pague ainda: o serviço não respondeu e não se sabe se o pedido foi cancelado. Esta página mostrará assim que puder consultar.',
    keepIt: 'Manter',
  },

  late: {
    float: (time) => `Um pagamento atrasado ainda é trocado, ao preço de mercado da hora, até ${time}.`,
    fixed: (time) =>
      `O preço fixo terminou. Se ainda chegar um pagamento antes de ${time}, você decide: o preço de mercado ou seu dinheiro de volta.`,
  },
  cancelled:
    'Não pague mais para o endereço deste pedido. Se mesmo assim chegar algo, você pode recebê-lo de volta aqui.',

  frozen: {
    why: 'Por que foi parado',
    reasons: {
      LESS: 'Chegou menos do que foi combinado para o preço fixo.',
      MORE: 'Chegou mais do que foi combinado para o preço fixo.',
      LIMIT:
        'Este valor não pode ser trocado no momento: está fora dos limites ou é mais do que podemos pagar.',
      LATE: 'O pagamento chegou tarde demais para o que foi combinado.',
      SCREENING: 'Uma verificação dos endereços o parou.',
      OPERATOR: 'O operador o parou para analisá-lo.',
    },
    other: 'Foi parado.',
    agreed: 'Combinado',
    arrived: 'Chegou',
    what: 'O que você pode fazer',
    noHurry: 'Não há prazo: seu dinheiro fica guardado até você decidir.',
    exchange: 'Trocar ao preço de mercado',
    estimating: 'Consultando o preço…',
    estimate: (from, to) => `${from} valem agora cerca de ${to}, já descontadas todas as taxas.`,
    estimateNote: 'O preço é definido logo depois que você confirmar. Não dá para voltar atrás.',
    noEstimate:
      'Não há preço para isso no momento. A troca seria feita ao primeiro preço que voltar a haver.',
    outsideLimits:
      'Não damos preço para este valor, então ninguém pode dizer agora quanto ele renderá. Se não sobrar nada depois das taxas, o pedido continua parado.',
    inVain:
      'Não foi trocado, e nada foi cobrado: não sobraria nada depois das taxas, ou é mais do que podemos pagar agora. O pedido continua parado.',
    confirmExchange: 'Trocar',
    notNow: 'Agora não',
    onlyOperator:
      'É mais do que trocamos sem analisar. O operador pode fazer a troca, ou você pega o dinheiro de volta.',
    exchangeNote: 'O que chegou, ao preço do momento, com a mesma taxa.',
    refund: 'Devolver',
    refundNote: (coin) => `Em ${coin}, menos a taxa de rede.`,
    refundAddress: (coin) => `Seu endereço de ${coin} para o reembolso`,
    refundTo: 'Vai para',
    feeOfEach: 'Taxa de rede de cada pagamento',
    feeAbout: (amount) => `cerca de ${amount}`,
    feeOpen: 'o que a rede cobrar naquele momento',
    partTooSmall: (amount) =>
      `Desse valor, ${amount} não podem ser devolvidos: chegaram em pagamentos que não valem sua taxa de rede.`,
    backNote: 'Vai para este endereço e nenhum outro, e não pode ser desfeito: confira se é o seu.',
    operatorsTurn: 'O operador precisa decidir. Guarde esta página: ela mostra o que acontece depois.',
    exchanging: 'O que chegou será trocado. Isso acontece em instantes.',
    refunding: 'O valor será devolvido. Ele é enviado em instantes, e aparece aqui.',
    needsAddress: 'Digite o endereço para o qual o dinheiro deve voltar.',
  },

  surplus: {
    title: (n) => plural(n, { one: 'Chegou algo que não conta', other: 'Parte do que chegou não conta' }),
    reasons: {
      WRONG_COIN: (coin, chain) =>
        `chegaram, mas este pedido é pago em ${coin} em ${chain}: não contam como pagamento.`,
      TOO_SMALL: () => 'chegaram: é pouco demais para contar neste pedido.',
      LATE: () => 'chegaram depois do fim do preço fixo: não contam para este pedido.',
      SECOND: () => 'chegaram a mais: o pedido foi atendido sem este valor.',
    },
    states: {
      arriving: 'Aguarda confirmação. Depois você pode receber de volta.',
      open: 'Você pode receber de volta. Não há prazo.',
      held: 'Uma verificação dos endereços o parou. O operador precisa decidir.',
      returning: 'Está voltando para você.',
      returned: 'Foi devolvido.',
      kept: 'Valia menos do que a taxa de rede para devolver.',
    },
    fee: 'Taxa de rede',
    back: 'Chegará',
    tooSmall: (fee, coin) => `É pouco demais para devolver: só a rede ficaria com ${fee} ${coin}.`,
    address: (chain) => `Seu endereço de ${chain}`,
    note: 'Digite um endereço da sua própria carteira, não o de uma corretora que você não usa mais. Depois não dá para mudar.',
    giveBack: 'Devolver',
  },

  summary: {
    title: 'A troca',
    send: 'Você envia',
    sent: 'Você enviou',
    agreed: (amount) => `Combinado: ${amount}`,
    receive: 'Você recebe',
    received: 'Você recebeu',
    wasToReceive: 'Você receberia',
    gotBack: 'Você recebeu de volta',
    receives: (n) => `Destinatário ${n}`,
    to: 'para',
    about: 'cerca de',
    price: 'Preço',
    pricePair: (from, amount, to) => `1 ${from} = ${amount} ${to}`,
    mode: 'Como o preço é definido',
    float: 'Preço de mercado, definido quando seu pagamento for confirmado',
    floatSet: 'Preço de mercado',
    fixed: 'Preço fixo',
    fixedLost: 'Preço de mercado: o fixo não se aplicou',
    fixedOver: 'O preço fixo terminou',
    fixedOpen: 'O preço fixo não se aplica ao que chegou',
    number: 'Número do pedido',
    reference: 'Referência',
    placed: 'Feito em',
    refundTo: 'Endereço de reembolso',
    print: 'Imprimir um recibo',
    copyReceipt: 'Copiar o recibo como texto',
    receipt: (no) => `Recibo: pedido ${no}`,
    paid: 'Pago',
    paidOut: 'Enviado',
    gaveBack: 'Devolvido',
    transfer: (amount, txid, time) => `${amount}, transação ${txid}, ${time}`,
    notYet: 'ainda não confirmado',
    status: 'Situação',
    noCode: 'Com este recibo ninguém pode saber mais sobre o pedido nem decidir sobre ele.',
  },

  tell: {
    ask: 'Avisar quando algo acontecer',
    isOn: 'Este navegador avisa você quando algo acontece, enquanto esta página estiver aberta.',
    stop: 'Parar de avisar',
    refused: 'Este navegador não permite avisos. O título da aba diz como está o pedido.',
  },

  timeline: {
    title: 'Onde está seu dinheiro',
    placed: 'Pedido feito',
    awaiting: 'Seu pagamento',
    awaitingNote: 'Nada foi visto ainda.',
    seen: 'Pagamento visto',
    confirmed: 'Pagamento confirmado',
    confirmations: (n, of) => `${n} de ${of} ${plural(of, { one: 'confirmação', other: 'confirmações' })}`,
    waitingForBlock: 'Aguardando um bloco',
    exchanged: 'Trocado',
    toExchange: 'Troca',
    toSend: 'Envio para você',
    sent: 'Enviado',
    confirming: 'aguardando confirmação',
    arrived: 'confirmado',
    rolledBack: 'a rede recusou; o operador está cuidando disso',
    completed: 'Concluído',
    stopped: 'Parado',
    refund: 'Devolução',
    refunded: 'Reembolsado',
    expired: 'Expirado',
    cancelled: 'Cancelado',
    at: (pair) => `a ${pair}`,
    txid: 'Transação',
    copyTxid: 'Copiar o identificador da transação',
    look: 'Ver em um explorador',
    states: { done: 'feito', now: 'em andamento', next: 'a seguir', wrong: 'parado' },
  },

  log: {
    title: 'Tudo o que aconteceu',
    status: (badge) => `O pedido agora está: ${badge}`,
    'deposit.seen': 'Pagamento visto',
    'deposit.mined': 'O pagamento está em um bloco',
    'deposit.confirmed': 'O pagamento está confirmado',
    'deposit.undone': 'O bloco do pagamento sumiu; o pagamento volta a aguardar',
    'deposit.vanished': 'O pagamento sumiu da rede',
    'deposit.surplus': 'Este pagamento não conta para o pedido',
    'payout.sent': 'Enviado ao destinatário',
    'payout.confirmed': 'Confirmado no destinatário',
    'payout.undone': 'O bloco da transferência sumiu; ela é enviada de novo',
    'payout.redirected': 'Não pôde ser pago como combinado: o operador envia para outro endereço',
    'payout.refunded': 'Não pôde ser pago como combinado: esta parte é devolvida',
    'refund.sent': 'Enviado de volta',
    'refund.confirmed': 'Devolução confirmada',
    'refund.undone': 'O bloco do reembolso sumiu; ele é enviado de novo',
    'refund.redirected': 'Não pôde ser devolvido como combinado: o operador envia para outro endereço',
    amount: (amount, coin) => `${amount} ${coin}`,
  },

  refused: {
    cannotResolve: 'Isto já foi decidido, ou só o operador pode decidir.',
    beyondLimits:
      'Chegou mais do que os limites permitem. Você pode receber de volta; só o operador pode trocar.',
    refundAddress: 'Este endereço não é válido nesta rede.',
    manageCode: 'Este código de gestão não é o deste pedido. Nada foi feito.',
    refundAddressSet: 'Um endereço de reembolso já foi informado: só o operador pode mudá-lo.',
    cannotCancel: 'Um pagamento foi visto: o pedido não pode mais ser cancelado.',
    unreachable:
      'O serviço não respondeu: não se sabe se isso foi feito. Esta página mostrará assim que puder consultar.',
    notDone: 'O serviço não respondeu e, pelo que diz agora, isso não foi feito. Você pode tentar de novo.',
    unknown: (message) => `O serviço recusou: ${message}.`,
  },
};
