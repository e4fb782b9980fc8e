import { defineConfig } from 'vite';

/** Three entries: what everyone loads, the operators' console, and the reference, which the service fills in. */
export default defineConfig({
  // Errors and progress in a person's own words are the build script's business.
  logLevel: 'warn',
  build: {
    target: 'es2022',
    // Those that know light-dark(), which makes two themes of one style sheet.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      input: ['index.html', 'console.html', 'docs.html'],
      output: {
        codeSplitting: {
          groups: [
            // What translations use, and nothing else: what is shared waits for the translation, which could not wait for it.
            { name: 'plural', test: /\/texts\/plural\.ts$/, priority: 1 },
            // What several pages use is one file: a phone waits longer for each request than for what is in it.
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
    // A picture in a style sheet would need an exception from the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
});
