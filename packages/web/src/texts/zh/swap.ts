import type { Texts } from '../en.ts';

export const swap: Texts['swap'] = {
  title: '兑换加密货币，每一笔费用都看得见',
  lead: '填写您有什么、想要什么，就会得到一个付款地址，其余自动完成。无需注册。',

  send: '您付出',
  receive: '您收到',
  chooseSend: '要付出的币种',
  chooseReceive: '要收到的币种',
  chooseReceiveOf: (n) => `收款方 ${n} 的币种`,
  turnRound: '互换两个币种',
  worth: (usdt) => `≈ ${usdt} USDT`,
  least: (amount) => `最少 ${amount}`,
  most: (amount) => `最多 ${amount}`,
  fillLeast: (amount) => `付出最低数量 ${amount}`,
  fillMost: (amount) => `付出最高数量 ${amount}`,
  orReceive: '也可以在这里填写您想收到多少。',
  solved: '按当前价格，至少要付出这么多，才能收到不少于所填的数量。',

  link: {
    isUnknown: (asked) => `链接要求的“${asked}”在这里不存在。`,
    isOff: (asked) => `链接要求的“${asked}”目前已停用。`,
    from: (coin) => `现在改为发送 ${coin}：请选择您要发送的币。`,
    to: (coin) => `现在改为收取 ${coin}：请选择您要收取的币。`,
    mode: (asked) => `链接要求的价格类型“${asked}”不存在，已选用市价。`,
    shares: '链接中的份额相加不是 100 %，现已平均分配。',
    receivers: '链接中的收款方超过五个，其余的已略去。',
  },

  picker: {
    search: '按币种或网络搜索',
    placeholder: '例如 USDT、Tron、Bitcoin',
    none: (words) => `这里没有“${words}”。`,
    found: (count) => `${count} 种币`,
    off: '已停用',
    paused: '暂停转出',
  },

  mode: {
    legend: '价格如何确定',
    float: '市价',
    fixed: '固定价',
    floatMeans: (fee) => `按您的付款被确认那一刻的市价兑换，可能比这里显示的略多或略少。手续费 ${fee}。`,
    fixedMeans: (fee, minutes) =>
      `只要在倒计时结束前下单，并在${minutes}内付出正好这个数量，您收到的就与显示的完全一致。手续费 ${fee}。`,
    minutes: (n) => ` ${n} 分钟`,
  },

  receivers: {
    title: '转到哪里',
    address: (chain) => `您的 ${chain} 地址`,
    addressOf: (n, chain) => `收款方 ${n}：${chain} 地址`,
    checking: '正在检查地址…',
    unchecked: '暂时无法检查地址，正在重试。',
    otherChain: (chains, chain) => `这是 ${chains} 的地址，不是 ${chain} 的。`,
    switchTo: (coin) => `改为收取 ${coin}`,
    right: (chain) => `有效的 ${chain} 地址`,
    wrong: (chain) => `这不是有效的 ${chain} 地址。`,
    sample: '填入示例地址',
    split: '分给多个收款方',
    add: '添加收款方',
    remove: (n) => `移除收款方 ${n}`,
    share: (n) => `收款方 ${n} 的份额（百分比）`,
    bar: '数量的分配方式。拖动滑块，或使用方向键。',
    handle: (n) => `收款方 ${n} 与 ${n + 1} 之间`,
    handleSays: (left, right) => `${left}% 与 ${right}%`,
    most: '最多五个收款方。',
  },

  scan: {
    button: '扫码',
    into: (field) => `扫描二维码：${field}`,
    title: '扫描二维码',
    hint: '请将地址的二维码对准摄像头。',
    refused: '没有摄像头，或此页面无权使用它。',
  },

  refund: {
    label: (chain) => `${chain} 退款地址`,
    note: '选填',
    hint: '如果出了问题，您的付款会退回这个地址，绝不会退到别处。',
  },
  referral: (code) => `推荐人：${code}`,

  costs: {
    title: '费用明细',
    price: '价格',
    pricePair: (from, amount, to) => `1 ${from} = ${amount} ${to}`,
    worth: (amount, coin) => `${amount} ${coin} 的价值`,
    fee: (percent) => `服务费 ${percent}`,
    premium: (percent) => `锁定价格的费用 ${percent}`,
    skew: (percent) =>
      percent.startsWith('-')
        ? `优惠（有助于平衡我们的库存）${percent.slice(1)}`
        : `加价（我们的库存紧张）${percent}`,
    network: (chain) => `${chain} 网络费`,
    get: '您收到',
    receiver: (n) => `收款方 ${n}`,
    gets: '收到',
    about: '约',
    exactly: '正好',
    nothingElse: '没有其他费用。',
    waiting: '填写数量后即可看到价格和每一笔费用。',
    testPrices: '测试网络的价格是虚构的。',
  },

  countdown: {
    holds: '此价格还可保留',
    seconds: (n) => `${n} 秒`,
    expired: '此价格已过期。',
    renew: '获取新价格',
    live: '实时价格',
    updating: '正在询价…',
  },

  sameCoin: '您发送和收取的是同一网络上的同一种币。您会收回所发送的金额，但要扣除全部费用。',
  paused: (coins) => `目前暂停转出：${coins}。下单不会造成任何损失，但要等恢复后才会转出这些币。`,

  place: '下单',
  placing: '正在下单…',
  waitingForPrice: '正在等待价格…',
  understood: (amount) => `理解为 ${amount}。`,
  meant: (amount) => `我指的是 ${amount}`,
  placeNote: '现在不会扣款：您需要把币转到下一页的地址来付款。',

  duration: (half, most) => `近来，这类兑换从看到付款算起，一半不超过${half}，十分之九不超过${most}。`,

  needs: {
    amount: '请填写数量。',
    notANumber: '这不是数字。请使用数字和小数点。',
    tooFine: '小数点后最多 8 位。',
    aboveZero: '请填写大于 0 的数量。',
    either: () => '这个符号是千位分隔符，还是小数点？',
    address: '请填写接收币的地址。',
  },

  refused: {
    tooSmall: (least) => `太少：至少需付出 ${least}。`,
    tooLarge: (most) => `太多：目前最多只能接受 ${most}。`,
    fromOff: '目前不接受这个币种付款。请选择其他币种。',
    toOff: '目前不能转出这个币种。请选择其他币种。',
    toAddress: '有一个收款地址无效。',
    refundAddress: '退款地址无效。',
    busy: '目前没有价格，我们会继续询价。',
    tooMany: '来自您这里的请求过多，稍后会自动继续。',
    unpaid: '您有太多未付款的订单。请先付款或取消其中一个。',
    keyNeeded: '此服务只接受合作伙伴的订单。',
    expired: '下单前价格已过期。请获取新价格。',
    unknown: (message) => `服务拒绝了请求：${message}。`,
  },
};
