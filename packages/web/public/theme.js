// Before the first paint, so that a page in the other theme never flashes: the theme that was chosen here, if any.
let theme;
try {
  theme = localStorage.getItem('theme');
} catch {
  // A browser that keeps nothing has chosen nothing.
}
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
