/** Where the console keeps what a preview is to show: it is in its browser alone. */
export const PREVIEW_KEY = 'site-preview';
