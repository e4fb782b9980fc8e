/** The pages about how it works here: fees, status, questions. */
export const about = {
  fees: {
    title: 'Fees and limits',
    lead: 'What a swap costs here. Before you place an order you see every fee of it, in coins.',
    general: (float: string, fixed: string) =>
      `The service fee is ${float} at the market price and ${fixed} at a fixed price, unless a coin or a pair below has one of its own.`,
    network:
      'Besides, sending your coins to you costs the network’s fee. It changes with the network, and is shown with every price. A fixed price can cost a little more where markets move a lot, and a coin that we are short of as well: both are shown too. There are no other fees.',
    byCoin: 'By coin',
    byCoinNote:
      'Of two coins with fees of their own the higher counts. The least that can be sent also depends on network fees: the swap page shows it for your pair.',
    coin: 'Coin',
    float: 'Market price',
    fixed: 'Fixed price',
    networkFee: 'Network fee now',
    least: 'Least to send',
    most: 'Most to send',
    unknown: 'no price now',
    none: 'There is nothing to show.',
    special: 'For pairs and amounts',
    specialNote: 'These count in place of the fees above, for the whole amount.',
    mode: 'Price',
    send: 'You send',
    receive: 'You receive',
    from: 'From an amount of',
    fee: 'Fee',
    any: 'Any coin',
  },

  status: {
    title: 'Status',
    lead: 'Whether coins are exchanged and sent as usual. This page looks again by itself.',
    allWell: 'Everything runs.',
    some: (n: number) => (n === 1 ? 'One coin does not run as usual.' : `${n} coins do not run as usual.`),
    asOf: (time: string) => `As of ${time}.`,
    coin: 'Coin',
    state: 'State',
    since: 'Since',
    means: 'What that means',
    none: 'No coin is offered at the moment.',
    states: { running: 'Running', delayed: 'Delayed', halted: 'Halted', unpriced: 'No price' },
    meanings: {
      running: 'Payments are seen, exchanged and sent as usual.',
      delayed: 'It takes longer than usual. Nothing is lost, and it goes on by itself.',
      halted:
        'Nothing is sent in it at the moment. Nothing is lost: what is owed is sent as soon as it goes on.',
      unpriced: 'There is no price that can be trusted now, so no new orders. Orders that were placed go on.',
    },
  },

  questions: {
    title: 'Questions and answers',
    lead: 'The answers are made of what is set here now.',
    minutes: (n: number) => (n === 1 ? 'one minute' : `${n} minutes`),
    hold: {
      asked: 'How long does a price hold?',
      answer: (seconds: number, fixed: string, float: string) =>
        `A fixed price holds for ${seconds} seconds while you decide. Once you have placed the order, it holds for ${fixed}: pay within that time. At the market price, an order waits ${float} for your payment, and is exchanged at the price of the moment in which your payment is confirmed.`,
    },
    modes: {
      asked: 'Market price or fixed price?',
      answer: (float: string, fixed: string) =>
        `The market price costs ${float} and moves until your payment is confirmed. The fixed price costs ${fixed}, and you get exactly what was shown if you pay exactly the amount in time.`,
    },
    confirmations: {
      asked: 'When does my payment count?',
      answer: (times: string) => `When its network has confirmed it so often: ${times}.`,
    },
    late: {
      asked: 'What if I pay too late?',
      answer:
        'At the market price, a late payment is still exchanged, at the price of then, for as long as the order’s page says. At a fixed price you decide on that page: the market price, or your money back.',
    },
    amount: {
      asked: 'What if I pay too little or too much?',
      answer:
        'At the market price, what arrived is exchanged if it is within the limits. At a fixed price the order stops, and you decide on its page: exchange what arrived at the market price, or have it back.',
    },
    wrong: {
      asked: 'What if I send a wrong coin, or pay twice?',
      answer:
        'It does not count for the order, and is not lost: the order’s page shows it, and a button gives it back to an address of yours, less the network fee.',
    },
    refund: {
      asked: 'How do I get my money back?',
      answer:
        'On the order’s page, to the refund address that you gave or give there, in the coin that you sent, less the network fee of sending it. It is never sent to the sender by guess: an exchange you paid from may not know whose it is.',
    },
    network: {
      asked: 'What are network fees?',
      answer:
        'Each network charges for a transfer. You pay the fee of your own payment in your wallet; the fee of sending your coins to you is taken off what you receive, and shown before you place the order.',
    },
    lost: {
      asked: 'I have lost the page of my order.',
      answer:
        'An order that is paid goes on without it. Look for it under “My orders” on the device that you placed it on, or find it by what you know of it.',
    },
    more: 'Is something missing?',
  },
};
