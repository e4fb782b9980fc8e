// Before the first paint, so that a page in the other theme never flashes: the theme that was chosen here, if any.
const theme = localStorage.getItem('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
