// Before the first paint, so that nothing moves: the language in which the reference's examples were read here last. That it is
// said at all shows what needs a script.
const language = localStorage.getItem('examples');
document.documentElement.dataset.examples = ['typescript', 'python'].includes(language) ? language : 'curl';
