// Before the first paint, so that no page is shown in one language and then in another: the language that the link asks for
// (`?lang=de`), else the one chosen here, else the first of the browser's that the pages have.
const LANGUAGES = ['en', 'de', 'es', 'pt', 'ru', 'zh', 'ar'];
const ofLink = new URLSearchParams(location.search).get('lang');
let chosen = null;
try {
  if (LANGUAGES.includes(ofLink)) localStorage.setItem('language', ofLink);
  chosen = localStorage.getItem('language');
} catch {
  // A browser that keeps nothing: the link alone says.
  chosen = ofLink;
}
const wanted = [chosen, ...navigator.languages.map((tag) => tag.split('-')[0])];
const language = wanted.find((each) => LANGUAGES.includes(each)) ?? 'en';
document.documentElement.lang = language;
document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
// The build adds what fetches the files of the translation, which it has named.
