import type { Texts } from '../en.ts';
import { pluralIn } from '../plural.ts';

const plural = pluralIn('pt-BR');

export const swap: Texts['swap'] = {
  title: 'Troca de moedas com todas as taxas à vista',
  lead: 'Diga o que você tem e o que quer. Você recebe um endereço para pagar; o resto acontece sozinho. Sem conta.',

  send: 'Você envia',
  receive: 'Você recebe',
  chooseSend: 'Moeda que você envia',
  chooseReceive: 'Moeda que você recebe',
  chooseReceiveOf: (n) => `Moeda do destinatário ${n}`,
  turnRound: 'Inverter as duas moedas',
  worth: (usdt) => `≈ ${usdt} USDT`,
  least: (amount) => `Mín. ${amount}`,
  most: (amount) => `Máx. ${amount}`,
  fillLeast: (amount) => `Enviar o mínimo possível, ${amount}`,
  fillMost: (amount) => `Enviar o máximo possível, ${amount}`,
  orReceive: 'Ou digite aqui quanto você quer receber.',
  solved: 'É o mínimo a enviar para receber pelo menos esse valor ao preço de agora.',

  link: {
    isUnknown: (asked) => `O link pede “${asked}”, que não existe aqui.`,
    isOff: (asked) => `O link pede “${asked}”, que está desativado no momento.`,
    from: (coin) => `Em vez disso, você enviaria ${coin}: escolha a moeda que envia.`,
    to: (coin) => `Em vez disso, você receberia ${coin}: escolha a moeda que recebe.`,
    mode: (asked) =>
      `O link pede um preço do tipo “${asked}”, que não existe. O preço de mercado foi escolhido.`,
    shares: 'As partes do link não somam 100 %. Agora são iguais.',
    receivers: 'O link indica mais de cinco destinatários. Os demais ficaram de fora.',
    isFixed: 'O que é recebido já está definido: a moeda, a quantia e o endereço. Escolha o que você envia.',
    isSet:
      'O link definiu a moeda que é recebida, a quantia e o endereço: confira-os antes de fazer o pedido.',
  },

  picker: {
    search: 'Buscar por moeda ou rede',
    placeholder: 'ex.: USDT, Tron, Bitcoin',
    none: (words) => `Não há nada chamado “${words}” aqui.`,
    found: (count) => `${count} ${plural(count, { one: 'moeda', other: 'moedas' })}`,
    off: 'desativada',
    paused: 'envios pausados',
  },

  mode: {
    legend: 'Como o preço é definido',
    float: 'Preço de mercado',
    fixed: 'Preço fixo',
    floatMeans: (fee) =>
      `Vale o preço de mercado do momento em que seu pagamento for confirmado: um pouco mais ou menos do que aparece aqui. Taxa de ${fee}.`,
    fixedMeans: (fee, minutes) =>
      `Você recebe exatamente o que aparece aqui se fizer o pedido antes que o tempo acabe e pagar exatamente este valor em até ${minutes}. Taxa de ${fee}.`,
    minutes: (n) => plural(n, { one: 'um minuto', other: `${n} minutos` }),
  },

  receivers: {
    title: 'Para onde vai',
    address: (chain) => `Seu endereço de ${chain}`,
    addressOf: (n, chain) => `Destinatário ${n}: endereço de ${chain}`,
    fixed: (chain) => `Endereço do destinatário em ${chain}`,
    checking: 'Verificando o endereço…',
    unchecked: 'Ainda não foi possível verificar o endereço. Tentaremos de novo.',
    otherChain: (chains, chain) => `Este é um endereço de ${chains}, não de ${chain}.`,
    switchTo: (coin) => `Receber ${coin} em vez disso`,
    right: (chain) => `Endereço válido em ${chain}`,
    given: 'Já veio preenchido: confira se é o seu.',
    set: 'Já veio definido, e não por este site: pague só se souber de quem é.',
    wrong: {
      FORM: (chain) => `Este não é um endereço válido em ${chain}.`,
      SPACES: () => 'Há espaços ou quebras de linha no endereço.',
      UNKNOWN_CHARACTERS: () =>
        'O endereço tem caracteres que nenhum endereço tem: algumas letras são apenas parecidas.',
      NOT_ALONE: () => 'Informe apenas o endereço, sem nada antes ou depois.',
      CHECKSUM: () => 'A soma de verificação não confere: falta um caractere ou há um errado.',
      OTHER_CHAIN: (chain) => `Este é um endereço de outra rede, não de ${chain}.`,
      TEST_NETWORK: () => 'Este é um endereço de uma rede de testes.',
      FORM_NOT_TAKEN: (chain) =>
        `Esta forma de endereço não é aceita em ${chain}. Use outra forma que a sua carteira ofereça.`,
      LOST: () => 'O que é enviado a este endereço se perde: ninguém tem a chave dele.',
      NO_WALLET: () =>
        'Isto não é uma carteira, e sim um contrato ou programa: o que é enviado para lá se perde.',
      OUR_OWN: () => 'Este endereço é nosso.',
    },
    sample: 'Usar um endereço de exemplo',
    split: 'Dividir entre vários destinatários',
    add: 'Adicionar um destinatário',
    remove: (n) => `Remover o destinatário ${n}`,
    share: (n) => `Parte do destinatário ${n}, em porcentagem`,
    bar: 'Como o valor é dividido. Arraste as alças ou use as setas do teclado.',
    handle: (n) => `Entre os destinatários ${n} e ${n + 1}`,
    handleSays: (left, right) => `${left}% e ${right}%`,
    most: 'No máximo cinco destinatários.',
  },

  scan: {
    button: 'Ler código',
    into: (field) => `Ler um código QR: ${field}`,
    title: 'Ler um código QR',
    hint: 'Coloque o código QR do endereço diante da câmera.',
    refused: 'Não há câmera, ou esta página não pode usá-la.',
  },

  refund: {
    label: (chain) => `Endereço de reembolso em ${chain}`,
    note: 'opcional',
    hint: 'Se algo der errado, seu pagamento volta para este endereço, e para nenhum outro.',
  },
  referral: (code) => `Indicado por ${code}`,
  reference: (text) => `Referência: ${text}`,

  costs: {
    title: 'Quanto custa',
    price: 'Preço',
    pricePair: (from, amount, to) => `1 ${from} = ${amount} ${to}`,
    worth: (amount, coin) => `Valor de ${amount} ${coin}`,
    fee: (percent) => `Taxa de serviço, ${percent}`,
    premium: (percent) => `Por manter o preço, ${percent}`,
    skew: (percent) => `Acréscimo, pois temos pouco em estoque, ${percent}`,
    discount: (percent) => `Desconto, pois equilibra nosso estoque, ${percent}`,
    network: (chain) => `Taxa de rede de ${chain}`,
    get: 'Você recebe',
    receiver: (n) => `Destinatário ${n}`,
    gets: 'Recebe',
    about: 'cerca de',
    exactly: 'exatamente',
    nothingElse: 'Não há outras taxas.',
    waiting: 'Digite um valor para ver o preço e todas as taxas.',
    testPrices: 'Os preços das redes de teste são inventados.',
  },

  countdown: {
    holds: 'Este preço vale por',
    seconds: (n) => `${n} s`,
    expired: 'Este preço expirou.',
    renew: 'Obter um novo preço',
    live: 'Preço ao vivo',
    updating: 'Consultando o preço…',
  },

  sameCoin:
    'Você envia e recebe a mesma moeda na mesma rede. Receberia de volta o que envia, menos todas as taxas.',
  paused: (coins) =>
    `Os envios de ${coins} estão pausados no momento. Nada se perde com um pedido, mas as moedas só são enviadas quando eles forem retomados.`,

  place: 'Fazer o pedido',
  placing: 'Fazendo o pedido…',
  waitingForPrice: 'Aguardando o preço…',
  understood: (amount) => `Entendido como ${amount}.`,
  meant: (amount) => `Quero dizer ${amount}`,
  placeNote: 'Nada é cobrado agora: você paga enviando moedas para o endereço da próxima página.',

  duration: (half, most) =>
    `Ultimamente, metade destas trocas levou ${half} ou menos desde que o pagamento foi visto, e nove em cada dez ${most} ou menos.`,

  needs: {
    amount: 'Digite um valor.',
    notANumber: 'Isto não é um número. Use algarismos e uma vírgula.',
    tooFine: 'Contam no máximo 8 casas decimais.',
    aboveZero: 'Digite mais de 0.',
    either: () => 'O sinal separa os milhares ou vem antes das casas decimais?',
    address: 'Digite o endereço que deve receber as moedas.',
  },

  refused: {
    tooSmall: (least) => `Muito pouco: envie pelo menos ${least}.`,
    tooLarge: (most) => `Demais: no momento podemos aceitar no máximo ${most}.`,
    fromOff: 'Esta moeda não pode ser enviada para nós no momento. Escolha outra.',
    toOff: 'Esta moeda não pode ser paga no momento. Escolha outra.',
    toAddress: 'Um dos endereços de destino não é válido.',
    refundAddress: 'O endereço de reembolso não é válido.',
    busy: 'Não há preço no momento. Continuamos consultando.',
    tooMany: 'Solicitações demais a partir daqui. Continua em instantes.',
    unpaid: 'Você tem pedidos demais sem pagar. Pague ou cancele um antes.',
    keyNeeded: 'Este serviço só aceita pedidos de seus parceiros.',
    expired: 'O preço expirou antes de o pedido ser feito. Obtenha um novo.',
    notKnown:
      'O serviço não respondeu: ainda não se sabe se o pedido foi feito. Faça-o de novo: se for o mesmo, não será feito duas vezes.',
    unknown: (message) => `O serviço recusou: ${message}.`,
  },
};
