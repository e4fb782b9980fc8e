// Before the first paint, so that a page in the other theme never flashes: the theme that was chosen here, if any; in a widget
// the one that its page asks for.
let theme;
if (/^\/widget(\/|$)/.test(location.pathname)) {
  document.documentElement.dataset.widget = '';
  theme = new URLSearchParams(location.search).get('theme');
} else {
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // A browser that keeps nothing has chosen nothing.
  }
}
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
