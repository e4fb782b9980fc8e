import type { Texts } from '../en.ts';
import { ltr } from './left-to-right.ts';

export const shell: Texts['shell'] = {
  name: 'Swapdesk',
  skip: 'الانتقال إلى المحتوى',
  navigation: 'الصفحات',
  orders: 'طلباتي',
  docs: 'API',
  testBadge: 'شبكات تجريبية',
  testMoney: 'شبكات تجريبية: هذه الأموال ليست حقيقية، وكل عملة هنا بلا قيمة.',
  selfHosted: 'Swapdesk، خدمة تبديل تعمل على خادم خاص.',
  banner: {
    title: 'من المشغّل',
    close: 'إغلاق الإعلان',
    maintenance: 'يجري العمل على هذه الخدمة. الطلبات المدفوعة تستمر فور الانتهاء منه.',
    until: (time) => `حتى ${time}.`,
  },
  foot: {
    title: 'عن هذه الخدمة',
    fees: 'الرسوم',
    status: 'الحالة',
    questions: 'الأسئلة',
    request: 'روابط الدفع',
    affiliate: 'للشركاء',
    support: 'الدعم',
    terms: 'الشروط',
    privacy: 'الخصوصية',
  },
  widget: {
    another: 'إجراء تبديل آخر',
    ownTab: 'الفتح في علامة تبويب مستقلة',
    back: (code) => `العودة إلى الطلب ${ltr(code)}`,
  },
  theme: { light: 'المظهر الفاتح', dark: 'المظهر الداكن' },
  language: 'اللغة',
  asset: (coin, chain) => `${coin} على ${chain}`,
  close: 'إغلاق',
  copy: 'نسخ',
  copied: 'تم النسخ',
  notCopied: 'لم يُنسخ',
  unreachable: 'يتعذّر الوصول إلى الخدمة. تحقّق من اتصالك.',
  nothingToExchange: 'لا يمكن تبديل أي شيء هنا حاليًا. الطلبات التي قُدّمت تستمر.',
};
