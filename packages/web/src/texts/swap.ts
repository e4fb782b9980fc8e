/** `why` is in English, and exact. */
const asTheServiceSays = (_chain: string, why: string) => `${why}.`;

/** The swap page. */
export const swap = {
  title: 'Swap coins, with every fee in view',
  lead: 'Say what you have and what you want. You get an address to pay to; the rest happens by itself. No account.',

  send: 'You send',
  receive: 'You receive',
  chooseSend: 'Coin to send',
  chooseReceive: 'Coin to receive',
  chooseReceiveOf: (n: number) => `Coin for receiver ${n}`,
  turnRound: 'Swap the two coins',
  worth: (usdt: string) => `≈ ${usdt} USDT`,
  least: (amount: string) => `Min ${amount}`,
  most: (amount: string) => `Max ${amount}`,
  fillLeast: (amount: string) => `Send the least that is possible, ${amount}`,
  fillMost: (amount: string) => `Send the most that is possible, ${amount}`,
  orReceive: 'Or type here how much you want to receive.',
  solved: 'This is the least to send so that you receive at least that much at the price of now.',

  /** What a link asks for and does not get. */
  link: {
    isUnknown: (asked: string) => `The link asks for “${asked}”, which does not exist here.`,
    isOff: (asked: string) => `The link asks for “${asked}”, which is switched off at the moment.`,
    from: (coin: string) => `You would send ${coin} instead: choose the coin to send.`,
    to: (coin: string) => `You would receive ${coin} instead: choose the coin to receive.`,
    mode: (asked: string) =>
      `The link asks for a price of the kind “${asked}”, which does not exist. The market price is chosen.`,
    shares: 'The shares of the link do not add up to 100 %. They are equal now.',
    receivers: 'The link names more than five receivers. The others are left out.',
    isFixed: 'What is received is set: the coin, the amount and the address. Choose what you send.',
    isSet:
      'The link has set the coin that is received, the amount and the address: check them before you place the order.',
  },

  picker: {
    search: 'Search by coin or chain',
    placeholder: 'e.g. USDT, Tron, Bitcoin',
    none: (words: string) => `Nothing is called “${words}” here.`,
    found: (count: number) => (count === 1 ? '1 coin' : `${count} coins`),
    off: 'switched off',
    paused: 'payouts paused',
  },

  mode: {
    legend: 'How the price is set',
    float: 'Market price',
    fixed: 'Fixed price',
    floatMeans: (fee: string) =>
      `You get the market price of the moment your payment is confirmed: a little more or less than shown here. Fee ${fee}.`,
    fixedMeans: (fee: string, minutes: string) =>
      `You get exactly what is shown if you place the order before the time runs out and pay exactly this amount within ${minutes}. Fee ${fee}.`,
    minutes: (n: number) => (n === 1 ? 'a minute' : `${n} minutes`),
  },

  receivers: {
    title: 'Where it goes',
    address: (chain: string) => `Your ${chain} address`,
    addressOf: (n: number, chain: string) => `Receiver ${n}: ${chain} address`,
    fixed: (chain: string) => `Receiver’s address on ${chain}`,
    checking: 'Checking the address…',
    unchecked: 'The address could not be checked yet. It is tried again.',
    otherChain: (chains: string, chain: string) => `This is an address of ${chains}, not of ${chain}.`,
    switchTo: (coin: string) => `Receive ${coin} instead`,
    right: (chain: string) => `A valid address on ${chain}`,
    /** Of an address that nobody has typed here. */
    given: 'It was filled in beforehand: make sure that it is yours.',
    set: 'It was set beforehand, and not by this site: pay only if you know whose it is.',
    /** By `AddressFault`. */
    wrong: {
      FORM: asTheServiceSays,
      SPACES: asTheServiceSays,
      UNKNOWN_CHARACTERS: asTheServiceSays,
      NOT_ALONE: asTheServiceSays,
      CHECKSUM: asTheServiceSays,
      OTHER_CHAIN: asTheServiceSays,
      TEST_NETWORK: asTheServiceSays,
      FORM_NOT_TAKEN: asTheServiceSays,
      LOST: asTheServiceSays,
      NO_WALLET: asTheServiceSays,
      OUR_OWN: asTheServiceSays,
    },
    sample: 'Use a sample address',
    split: 'Split across several receivers',
    add: 'Add a receiver',
    remove: (n: number) => `Remove receiver ${n}`,
    share: (n: number) => `Share of receiver ${n}, in percent`,
    bar: 'How the amount is split. Drag the handles, or use the arrow keys.',
    handle: (n: number) => `Between receiver ${n} and ${n + 1}`,
    handleSays: (left: number, right: number) => `${left} % and ${right} %`,
    most: 'At most five receivers.',
  },

  /** Where a browser can read QR codes. */
  scan: {
    button: 'Scan',
    into: (field: string) => `Scan a QR code: ${field}`,
    title: 'Scan a QR code',
    hint: 'Hold the QR code of the address before the camera.',
    refused: 'There is no camera, or this page may not use it.',
  },

  refund: {
    label: (chain: string) => `Refund address on ${chain}`,
    note: 'optional',
    hint: 'If something goes wrong, your payment goes back to this address, and nowhere else.',
  },
  referral: (code: string) => `Referred by ${code}`,
  reference: (text: string) => `Reference: ${text}`,

  costs: {
    title: 'What it costs',
    price: 'Price',
    pricePair: (from: string, amount: string, to: string) => `1 ${from} = ${amount} ${to}`,
    worth: (amount: string, coin: string) => `Worth of ${amount} ${coin}`,
    fee: (percent: string) => `Service fee, ${percent}`,
    premium: (percent: string) => `For holding the price, ${percent}`,
    skew: (percent: string) => `Surcharge, as we are short of it, ${percent}`,
    discount: (percent: string) => `Discount, as it evens out our stock, ${percent}`,
    network: (chain: string) => `Network fee of ${chain}`,
    get: 'You receive',
    receiver: (n: number) => `Receiver ${n}`,
    gets: 'Gets',
    about: 'about',
    exactly: 'exactly',
    nothingElse: 'There are no other fees.',
    waiting: 'Enter an amount to see the price and every fee.',
    testPrices: 'Prices of the test networks are made up.',
  },

  countdown: {
    holds: 'This price holds for',
    seconds: (n: number) => `${n} s`,
    expired: 'This price has expired.',
    renew: 'Get a new price',
    live: 'Live price',
    updating: 'Asking for the price…',
  },

  sameCoin:
    'You send and receive the same coin on the same chain. You would get back what you send, less every fee.',
  paused: (coins: string) =>
    `Payouts in ${coins} are paused at the moment. Nothing is lost with an order, but its coins are sent only when they go on.`,

  place: 'Place the order',
  placing: 'Placing the order…',
  waitingForPrice: 'Waiting for the price…',
  understood: (amount: string) => `Read as ${amount}.`,
  meant: (amount: string) => `I mean ${amount}`,
  placeNote: 'Nothing is charged now: you pay by sending coins to the address on the next page.',

  /** From the payment being seen; both are spans as `7 minutes`. */
  duration: (half: string, most: string) =>
    `Lately half of these exchanges took ${half} or less from the payment being seen, nine of ten ${most} or less.`,

  needs: {
    amount: 'Enter how much.',
    notANumber: 'This is not a number. Use digits and a point.',
    tooFine: 'At most 8 digits behind the point are counted.',
    aboveZero: 'Enter more than 0.',
    either: (sign: string) => `Does the sign “${sign}” stand between thousands, or before the decimals?`,
    address: 'Enter the address that should receive the coins.',
  },

  /** What the interface refuses, in plain words. */
  refused: {
    tooSmall: (least: string) => `Too little: send at least ${least}.`,
    tooLarge: (most: string) => `Too much: we can take at most ${most} now.`,
    fromOff: 'This coin cannot be sent to us at the moment. Choose another.',
    toOff: 'This coin cannot be paid out at the moment. Choose another.',
    toAddress: 'One of the receiving addresses is not valid.',
    refundAddress: 'The refund address is not valid.',
    busy: 'There is no price at the moment. We keep asking.',
    tooMany: 'Too many requests from here. It goes on in a moment.',
    unpaid: 'You have too many orders that are not paid yet. Pay or cancel one first.',
    keyNeeded: 'This service takes orders from its partners only.',
    expired: 'The price expired before the order was placed. Get a new one.',
    notKnown:
      'The service did not answer: whether the order is placed is not known yet. Place it again: the same is not placed twice.',
    unknown: (message: string) => `The service refused: ${message}.`,
  },
};
