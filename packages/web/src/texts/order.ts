/** The order page. */
export const order = {
  title: (code: string) => `Order ${code}`,
  loading: 'Looking for the order…',
  notFound: 'There is no order with this code. Check that the link is complete.',
  another: 'Make another swap',
  find: 'Find an order by other facts',
  copyCode: 'Copy the order code',
  keep: {
    beforePaying:
      'Before you pay, keep the address of this page: it alone lets you cancel, or decide if something goes wrong.',
    copyLink: 'Copy the address of this page',
    orderCode: 'Order code',
    manageCode: 'Manage code',
    save: 'Save as a file',
    /** What the file says. */
    file: (code: string, manageCode: string, link: string) =>
      `Order code: ${code}\nManage code: ${manageCode}\nThe order’s page: ${link}\n\nWhoever has the manage code can decide about the order. Give it to nobody.\n`,
    remember: 'Remember it in this browser',
    kept: 'This browser remembers it: My orders',
    forget: 'Forget it',
    impossible: 'This browser keeps nothing, as in a private window. Copy the address, or save it as a file.',
    unproven:
      'Whether this manage code is the right one shows only when it is used: it came with the address of this page, or was entered here.',
    meanwhile: 'Keep the address of this page: it alone lets you decide if something goes wrong.',
  },
  manage: {
    onlyLooking:
      'You can look at this order. To decide about it, enter the manage code that came when it was placed.',
    code: 'Manage code',
    incomplete: 'A manage code has 20 letters and digits.',
    enter: 'Continue',
  },
  reconnecting: 'The connection is broken. This page goes on by itself as soon as it is back.',

  /** What is so, in a word and in a sentence. */
  status: {
    1: { badge: 'Waiting', headline: 'Waiting for your payment' },
    2: { badge: 'Confirming', headline: 'Your payment is on its way' },
    3: { badge: 'Exchanging', headline: 'Paid. Your coins are being sent' },
    4: { badge: 'Completed', headline: 'Done. Your coins have arrived' },
    5: { badge: 'Refunded', headline: 'Your payment was given back' },
    7: { badge: 'Stopped', headline: 'This order needs a decision' },
    8: { badge: 'Expired', headline: 'No payment came in time' },
    9: { badge: 'Not paid', headline: 'This order ended without a payment' },
  } as Readonly<Record<number, { readonly badge: string; readonly headline: string }>>,

  /** Ends that their number does not tell apart. */
  ends: {
    cancelled: { badge: 'Cancelled', headline: 'This order was cancelled' },
    nothingBack: { badge: 'Not given back', headline: 'Too little came to be given back' },
  },
  nothingBack:
    'What came was not worth the network fee of giving it back: nothing was left that could be sent.',

  /** While nothing is paid out in a coin. */
  delayed: {
    headline: 'Paid. Sending your coins is delayed',
    notice: (coins: string) =>
      `Payouts in ${coins} are delayed at the moment. Nothing is lost: what is yours is sent by itself as soon as they go on.`,
    beforePaying: (coins: string) =>
      `Payouts in ${coins} are paused at the moment. If you pay now, nothing is lost, but your coins are sent only when they go on.`,
    step: 'Delayed: payouts are paused at the moment.',
    refunding: 'It is to be given back. It is sent as soon as payouts go on, and shown here.',
    exchanging: 'What arrived is to be exchanged. It is sent as soon as payouts go on.',
    returning: 'It goes back to you as soon as payouts go on.',
  },

  pay: {
    elsewhere:
      'This browser does not know this order: it was placed elsewhere, or forgotten here. Pay only if you know whose it is. What you pay goes to:',
    cannotKnow:
      'This browser keeps nothing, so this page cannot know whether the order was placed in it. Pay only if you know whose it is. What you pay goes to:',
    amount: 'Send this amount',
    exactAmount: 'Send exactly',
    address: 'to this address',
    copyAmount: 'Copy the amount',
    copyAddress: 'Copy the address',
    only: (coin: string, chain: string) =>
      `Send only ${coin} on ${chain}. Anything else has to be given back.`,
    qr: 'QR code of the payment, for a wallet on a phone',
    wallet: 'Open in a wallet',
    left: 'Time left to pay',
    over: 'The time is over.',
    test: 'Pay it',
    testNote: 'On test networks the service pays for you.',
    paying: 'Paying…',
    cancel: 'Cancel the order',
    cancelNote: 'Nothing has been paid. What is sent to this address later can only be given back.',
    cancelUnknown:
      'Do not pay yet: the service did not answer, and whether the order is cancelled is not known. This page shows it as soon as it can look.',
    keepIt: 'Keep it',
  },

  late: {
    float: (time: string) =>
      `A payment that comes late is still exchanged, at the market price of then, until ${time}.`,
    fixed: (time: string) =>
      `The fixed price is over. If a payment still comes before ${time}, you decide: the market price, or your money back.`,
  },
  cancelled:
    'Do not pay to its address any more. If something comes all the same, you can have it back here.',

  frozen: {
    why: 'Why it was stopped',
    reasons: {
      LESS: 'Less arrived than was agreed for the fixed price.',
      MORE: 'More arrived than was agreed for the fixed price.',
      LIMIT:
        'This amount cannot be exchanged at the moment: it is outside the limits, or more than we can pay out.',
      LATE: 'The payment came too late for what was agreed.',
      SCREENING: 'A check of the addresses stopped it.',
      OPERATOR: 'The operator stopped it to have a look.',
    } as Readonly<Record<string, string>>,
    other: 'It was stopped.',
    agreed: 'Agreed',
    arrived: 'Arrived',
    what: 'What you can do',
    noHurry: 'There is no deadline: your money is kept until you decide.',
    exchange: 'Exchange it at the market price',
    estimating: 'Asking for the price…',
    estimate: (from: string, to: string) => `${from} are worth about ${to} now, all fees taken off.`,
    estimateNote: 'The price is set in the moment after you confirm. It cannot be taken back.',
    noEstimate:
      'There is no price for it at the moment. It would be exchanged at the price of the moment in which there is one.',
    outsideLimits:
      'This amount is outside what we give prices for, so nobody can say now what it comes to. If nothing would be left after the fees, the order stays stopped.',
    inVain:
      'It was not exchanged, and nothing was taken: nothing would be left after the fees, or it is more than we can pay out now. The order stays stopped.',
    confirmExchange: 'Exchange it',
    notNow: 'Not now',
    onlyOperator: 'It is more than we exchange without a look at it. The operator may, or you take it back.',
    exchangeNote: 'What arrived, at the price of the moment, with the same fee.',
    refund: 'Give it back',
    refundNote: (coin: string) => `In ${coin}, less the network fee.`,
    refundAddress: (coin: string) => `Your ${coin} address for the refund`,
    refundTo: 'It goes to',
    feeOfEach: 'Network fee of each payment',
    feeAbout: (amount: string) => `about ${amount}`,
    feeOpen: 'what the network takes at that moment',
    partTooSmall: (amount: string) =>
      `${amount} of it cannot be given back: it came in payments that are not worth their network fee.`,
    backNote:
      'It is sent there and nowhere else, and cannot be taken back: make sure that the address is yours.',
    operatorsTurn: 'The operator has to decide about it. Keep this page: it tells what happens next.',
    exchanging: 'What arrived is to be exchanged. It happens in a moment.',
    refunding: 'It is to be given back. It is sent in a moment, and shown here.',
    needsAddress: 'Enter the address that the money should go back to.',
  },

  /** What came to the address and does not count for the order. */
  surplus: {
    title: (n: number) =>
      n === 1 ? 'Something came that does not count' : 'Some of what came does not count',
    reasons: {
      WRONG_COIN: (coin: string, chain: string) =>
        `came, but this order is for ${coin} on ${chain}: it does not pay for it.`,
      TOO_SMALL: () => 'came, which is too little to count for this order.',
      LATE: () => 'came after the end of the fixed price: it does not count for this order.',
      SECOND: () => 'came in addition: the order was served without it.',
    },
    states: {
      arriving: 'It waits to be confirmed. Then you can have it back.',
      open: 'You can have it back. There is no deadline.',
      held: 'A check of the addresses stopped it. The operator has to decide about it.',
      returning: 'It is on its way back to you.',
      returned: 'It was given back.',
      kept: 'It was worth less than the network fee of giving it back.',
    },
    fee: 'Network fee',
    back: 'Arrives',
    tooSmall: (fee: string, coin: string) =>
      `It is too little to give back: the network alone would take ${fee} ${coin}.`,
    address: (chain: string) => `Your ${chain} address`,
    note: 'Enter an address of your own wallet, not of an exchange you have left. It cannot be changed afterwards.',
    giveBack: 'Give it back',
  },

  summary: {
    title: 'The exchange',
    send: 'You send',
    sent: 'You sent',
    agreed: (amount: string) => `Agreed: ${amount}`,
    receive: 'You receive',
    received: 'You received',
    wasToReceive: 'You were to receive',
    gotBack: 'You got back',
    receives: (n: number) => `Receiver ${n}`,
    to: 'to',
    about: 'about',
    price: 'Price',
    pricePair: (from: string, amount: string, to: string) => `1 ${from} = ${amount} ${to}`,
    mode: 'How the price is set',
    float: 'Market price, set when your payment is confirmed',
    floatSet: 'Market price',
    fixed: 'Fixed price',
    fixedLost: 'Market price: the fixed one did not apply',
    fixedOver: 'The fixed price is over',
    fixedOpen: 'The fixed price does not apply to what arrived',
    number: 'Order number',
    reference: 'Reference',
    placed: 'Placed',
    refundTo: 'Refund address',
    print: 'Print a receipt',
    copyReceipt: 'Copy the receipt as text',
    receipt: (no: string) => `Receipt: order ${no}`,
    paid: 'Paid in',
    paidOut: 'Paid out',
    gaveBack: 'Given back',
    transfer: (amount: string, txid: string, time: string) => `${amount}, transaction ${txid}, ${time}`,
    notYet: 'not confirmed yet',
    status: 'State',
    noCode: 'This receipt lets nobody look further into the order, or decide about it.',
  },

  /** Whoever waits may do something else meanwhile. */
  tell: {
    ask: 'Tell me when something happens',
    isOn: 'This browser tells you when something happens, as long as this page stays open.',
    stop: 'Stop telling me',
    refused:
      'This browser does not let the page tell you anything. The title of its tab says how the order is.',
  },

  timeline: {
    title: 'Where your money is',
    placed: 'Order placed',
    awaiting: 'Your payment',
    awaitingNote: 'Nothing has been seen yet.',
    seen: 'Payment seen',
    confirmed: 'Payment confirmed',
    confirmations: (n: number, of: number) => `${n} of ${of} confirmations`,
    waitingForBlock: 'Waiting for a block',
    exchanged: 'Exchanged',
    toExchange: 'Exchange',
    toSend: 'Sent to you',
    sent: 'Sent',
    confirming: 'waiting to be confirmed',
    arrived: 'confirmed',
    rolledBack: 'the network refused it; the operator looks after it',
    completed: 'Completed',
    stopped: 'Stopped',
    refund: 'Given back',
    refunded: 'Refunded',
    expired: 'Expired',
    cancelled: 'Cancelled',
    at: (pair: string) => `at ${pair}`,
    txid: 'Transaction',
    copyTxid: 'Copy the transaction id',
    look: 'Look at it in an explorer',
    states: { done: 'done', now: 'under way', next: 'to come', wrong: 'stopped' },
  },

  log: {
    title: 'Everything that happened',
    status: (badge: string) => `The order is now: ${badge}`,
    'deposit.seen': 'Payment seen',
    'deposit.mined': 'Payment is in a block',
    'deposit.confirmed': 'Payment is confirmed',
    'deposit.undone': 'The block of the payment is gone; it waits again',
    'deposit.vanished': 'The payment has vanished from the network',
    'deposit.surplus': 'This payment does not count for the order',
    'payout.sent': 'Sent to the receiver',
    'payout.confirmed': 'Confirmed at the receiver',
    'payout.undone': 'The block of the transfer is gone; it is sent again',
    'payout.redirected': 'Could not be paid as agreed: the operators send it to another address',
    'payout.refunded': 'Could not be paid as agreed: its part is given back',
    'refund.sent': 'Sent back',
    'refund.confirmed': 'Confirmed: given back',
    'refund.undone': 'The block of the refund is gone; it is sent again',
    'refund.redirected': 'Could not be given back as agreed: the operators send it to another address',
    amount: (amount: string, coin: string) => `${amount} ${coin}`,
  },

  /** What the interface refuses, in plain words. */
  refused: {
    cannotResolve: 'This has been decided already, or only the operator can decide it.',
    beyondLimits: 'More came than limits allow. You can have it back; only the operator can exchange it.',
    refundAddress: 'This address is not valid on this chain.',
    manageCode: 'This manage code is not the one of this order. Nothing was done.',
    refundAddressSet: 'A refund address was given before: only the operator can change it.',
    cannotCancel: 'A payment was seen: the order cannot be cancelled any more.',
    unreachable:
      'The service did not answer: whether this was done is not known. This page shows it as soon as it can look.',
    notDone: 'The service did not answer, and by what it says now this is not done. You can try again.',
    unknown: (message: string) => `The service refused: ${message}.`,
  },
};
