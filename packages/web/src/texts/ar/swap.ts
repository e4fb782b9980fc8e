import type { Texts } from '../en.ts';
import { pluralIn } from '../plural.ts';
import { ltr } from './left-to-right.ts';

const plural = pluralIn('ar');

export const swap: Texts['swap'] = {
  title: 'تبديل العملات مع بيان كل الرسوم',
  lead: 'حدّد ما لديك وما تريده، فتحصل على عنوان تدفع إليه، ويتم الباقي تلقائيًا. بلا حساب.',

  send: 'ترسل',
  receive: 'تستلم',
  chooseSend: 'العملة التي ترسلها',
  chooseReceive: 'العملة التي تستلمها',
  chooseReceiveOf: (n) => `عملة المستلم ${n}`,
  turnRound: 'عكس العملتين',
  worth: (usdt) => ltr(`≈ ${usdt} USDT`),
  least: (amount) => `الأدنى ${ltr(amount)}`,
  most: (amount) => `الأقصى ${ltr(amount)}`,
  fillLeast: (amount) => `إرسال أقل مبلغ ممكن، ${ltr(amount)}`,
  fillMost: (amount) => `إرسال أكبر مبلغ ممكن، ${ltr(amount)}`,
  orReceive: 'أو اكتب هنا المبلغ الذي تريد استلامه.',
  solved: 'هذا أقل مبلغ ترسله لتستلم ما لا يقل عن ذلك بالسعر الحالي.',

  link: {
    isUnknown: (asked) => `يطلب الرابط «${ltr(asked)}»، وهو غير موجود هنا.`,
    isOff: (asked) => `يطلب الرابط «${ltr(asked)}»، وهو متوقف حاليًا.`,
    from: (coin) => `بدلًا من ذلك سترسل ${ltr(coin)}: اختر العملة التي ترسلها.`,
    to: (coin) => `بدلًا من ذلك ستستلم ${ltr(coin)}: اختر العملة التي تستلمها.`,
    mode: (asked) => `يطلب الرابط نوعًا من الأسعار هو «${ltr(asked)}»، وهو غير موجود. تم اختيار سعر السوق.`,
    shares: 'مجموع الحصص في الرابط لا يساوي 100 %، وأصبحت الآن متساوية.',
    receivers: 'يذكر الرابط أكثر من خمسة مستلمين، وقد أُهمل الباقون.',
    isFixed: 'ما سيُستلم محدَّد مسبقًا: العملة والمبلغ والعنوان. اختر ما ترسله.',
  },

  picker: {
    search: 'البحث باسم العملة أو الشبكة',
    placeholder: 'مثل USDT أو Tron أو Bitcoin',
    none: (words) => `لا يوجد هنا شيء باسم «${words}».`,
    found: (count) =>
      plural(count, {
        zero: `لا عملات (${count})`,
        one: `عملة واحدة (${count})`,
        two: `عملتان (${count})`,
        few: `${count} عملات`,
        many: `${count} عملة`,
        other: `${count} عملة`,
      }),
    off: 'موقوفة',
    paused: 'الإرسال متوقف مؤقتًا',
  },

  mode: {
    legend: 'كيف يُحدَّد السعر',
    float: 'سعر السوق',
    fixed: 'سعر ثابت',
    floatMeans: (fee) =>
      `تحصل على سعر السوق في لحظة تأكيد دفعتك: أكثر أو أقل قليلًا مما يظهر هنا. الرسوم ${ltr(fee)}.`,
    fixedMeans: (fee, minutes) =>
      `تحصل على المبلغ الظاهر تمامًا إذا قدّمت الطلب قبل انتهاء الوقت ودفعت هذا المبلغ بعينه خلال ${minutes}. الرسوم ${ltr(fee)}.`,
    minutes: (n) =>
      plural(n, {
        one: 'دقيقة واحدة',
        two: 'دقيقتين',
        few: `${n} دقائق`,
        many: `${n} دقيقة`,
        other: `${n} دقيقة`,
      }),
  },

  receivers: {
    title: 'إلى أين تُرسَل',
    address: (chain) => `عنوانك على ${chain}`,
    addressOf: (n, chain) => `المستلم ${n}: العنوان على ${chain}`,
    fixed: (chain) => `عنوان المستلم على ${chain}`,
    checking: 'جارٍ فحص العنوان…',
    unchecked: 'تعذّر فحص العنوان حتى الآن. تجري المحاولة من جديد.',
    otherChain: (chains, chain) => `هذا عنوان على ${ltr(chains)}، وليس على ${ltr(chain)}.`,
    switchTo: (coin) => `استلام ${ltr(coin)} بدلًا من ذلك`,
    right: (chain) => `عنوان صحيح على ${chain}`,
    wrong: (chain) => `هذا ليس عنوانًا صحيحًا على ${chain}.`,
    sample: 'استخدام عنوان تجريبي',
    split: 'التقسيم على عدة مستلمين',
    add: 'إضافة مستلم',
    remove: (n) => `إزالة المستلم ${n}`,
    share: (n) => `حصة المستلم ${n} بالنسبة المئوية`,
    bar: 'كيف يُقسَّم المبلغ. اسحب المقابض أو استخدم مفاتيح الأسهم.',
    handle: (n) => `بين المستلمين ${n} و${n + 1}`,
    handleSays: (left, right) => `${ltr(`${left}%`)} و${ltr(`${right}%`)}`,
    most: 'خمسة مستلمين على الأكثر.',
  },

  scan: {
    button: 'مسح',
    into: (field) => `مسح رمز QR: ${field}`,
    title: 'مسح رمز QR',
    hint: 'ضع رمز QR للعنوان أمام الكاميرا.',
    refused: 'لا توجد كاميرا، أو لا يُسمح لهذه الصفحة باستخدامها.',
  },

  refund: {
    label: (chain) => `عنوان الاسترداد على ${chain}`,
    note: 'اختياري',
    hint: 'إذا حدث خطأ ما، تعود دفعتك إلى هذا العنوان ولا إلى غيره.',
  },
  referral: (code) => `بإحالة من ${ltr(code)}`,
  reference: (text) => `المرجع: ${ltr(text)}`,

  costs: {
    title: 'كم يكلّف',
    price: 'السعر',
    pricePair: (from, amount, to) => ltr(`1 ${from} = ${amount} ${to}`),
    worth: (amount, coin) => `قيمة ${ltr(`${amount} ${coin}`)}`,
    fee: (percent) => `رسوم الخدمة، ${ltr(percent)}`,
    premium: (percent) => `مقابل تثبيت السعر، ${ltr(percent)}`,
    skew: (percent) => `زيادة لأن مخزوننا قليل، ${ltr(percent)}`,
    discount: (percent) => `خصم لأنه يوازن مخزوننا، ${ltr(percent)}`,
    network: (chain) => `رسوم شبكة ${chain}`,
    get: 'تستلم',
    receiver: (n) => `المستلم ${n}`,
    gets: 'يستلم',
    about: 'نحو',
    exactly: 'بالضبط',
    nothingElse: 'لا توجد رسوم أخرى.',
    waiting: 'أدخل مبلغًا لترى السعر وكل الرسوم.',
    testPrices: 'أسعار الشبكات التجريبية مختلَقة.',
  },

  countdown: {
    holds: 'هذا السعر صالح لمدة',
    seconds: (n) => `${n} ث`,
    expired: 'انتهت صلاحية هذا السعر.',
    renew: 'طلب سعر جديد',
    live: 'سعر مباشر',
    updating: 'جارٍ طلب السعر…',
  },

  sameCoin: 'ترسل وتستلم العملة نفسها على الشبكة نفسها. سيعود إليك ما أرسلته بعد خصم كل الرسوم.',
  paused: (coins) =>
    `الإرسال متوقف مؤقتًا لهذه العملات: ${coins}. لا يضيع شيء مع الطلب، لكن عملاته لا تُرسَل إلا عند استئناف الإرسال.`,

  place: 'تقديم الطلب',
  placing: 'جارٍ تقديم الطلب…',
  waitingForPrice: 'بانتظار السعر…',
  understood: (amount) => `المفهوم: ${ltr(amount)}.`,
  meant: (amount) => `أقصد ${ltr(amount)}`,
  placeNote: 'لا يُخصم شيء الآن: تدفع بإرسال العملات إلى العنوان الظاهر في الصفحة التالية.',

  duration: (half, most) =>
    `استغرق نصف عمليات التبديل هذه مؤخرًا ${half} أو أقل من رصد الدفعة، وتسع من كل عشر ${most} أو أقل.`,

  needs: {
    amount: 'أدخل المبلغ.',
    notANumber: 'هذا ليس رقمًا. استخدم الأرقام والفاصلة العشرية.',
    tooFine: 'تُحتسب 8 خانات عشرية على الأكثر.',
    aboveZero: 'أدخل أكثر من 0.',
    either: () => 'هل تفصل هذه العلامة الآلاف أم الكسور العشرية؟',
    address: 'أدخل العنوان الذي سيستلم العملات.',
  },

  refused: {
    tooSmall: (least) => `المبلغ قليل جدًا: أرسل ${ltr(least)} على الأقل.`,
    tooLarge: (most) => `المبلغ كبير جدًا: نستطيع الآن قبول ${ltr(most)} على الأكثر.`,
    fromOff: 'لا يمكن إرسال هذه العملة إلينا حاليًا. اختر غيرها.',
    toOff: 'لا يمكن صرف هذه العملة حاليًا. اختر غيرها.',
    toAddress: 'أحد عناوين الاستلام غير صحيح.',
    refundAddress: 'عنوان الاسترداد غير صحيح.',
    busy: 'لا يوجد سعر حاليًا. نواصل الطلب.',
    tooMany: 'طلبات كثيرة جدًا من هنا. سيُستأنف الأمر بعد لحظة.',
    unpaid: 'لديك طلبات كثيرة غير مدفوعة. ادفع أحدها أو ألغِه أولًا.',
    keyNeeded: 'تقبل هذه الخدمة الطلبات من شركائها فقط.',
    expired: 'انتهت صلاحية السعر قبل تقديم الطلب. اطلب سعرًا جديدًا.',
    unknown: (message) => `رفضت الخدمة: ${ltr(message)}.`,
  },
};
