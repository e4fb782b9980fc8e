// Before the first paint, so that no page is shown in one language and then in another: the language that the link asks for
// (`?lang=de`), else the one chosen here, else the first of the browser's that the pages have.
const LANGUAGES = ['en', 'de', 'es', 'pt', 'ru', 'zh', 'ar'];
// Those that the operator has brought.
const own = JSON.parse(document.querySelector('meta[name="languages"]')?.content ?? '[]');
const known = [...LANGUAGES, ...own.map(({ tag }) => tag)];
const ofLink = new URLSearchParams(location.search).get('lang');
let chosen = null;
try {
  // A widget's language is chosen by the page that it stands in, for itself alone.
  const isOwn = !('widget' in document.documentElement.dataset);
  if (isOwn && known.includes(ofLink)) localStorage.setItem('language', ofLink);
  chosen = isOwn ? localStorage.getItem('language') : ofLink;
} catch {
  // A browser that keeps nothing: the link alone says.
  chosen = ofLink;
}
const wanted = [chosen, ...navigator.languages.map((tag) => tag.split('-')[0])];
const language = wanted.find((each) => known.includes(each)) ?? 'en';
const brought = own.find(({ tag }) => tag === language);
document.documentElement.lang = language;
document.documentElement.dir = brought?.dir ?? (language === 'ar' ? 'rtl' : 'ltr');
if (brought !== undefined) {
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href: brought.url }),
  );
}
// Where the page's scripts do not come. A link would lose the manage code.
addEventListener('click', ({ target }) => {
  if (target.id === 'load-again') location.reload();
});
// The build adds what fetches the files of the translation, which it has named.
