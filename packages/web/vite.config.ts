import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, type Plugin, runnerImport } from 'vite';

/** Tells `public/language.js` the files of each translation, so that they come with the page's others instead of after them. */
function translationsAhead(): Plugin {
  const files: Record<string, string[]> = {};
  return {
    name: 'translations-ahead',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        const [, language] =
          (chunk.type === 'chunk' && /\/texts\/(\w+)\/index\.ts$/.exec(chunk.facadeModuleId ?? '')) || [];
        if (chunk.type === 'chunk' && language !== undefined)
          files[language] = [chunk.fileName, ...chunk.imports];
      }
    },
    async writeBundle({ dir = '' }) {
      // Every page waits for these before its first paint: comments and indentation are for who reads the source, and weight for everybody else.
      for (const [name, more] of [
        ['theme.js', ''],
        ['language.js', fetching(files)],
      ] as const) {
        const script = await readFile(join(dir, name), 'utf8');
        await writeFile(join(dir, name), script.replace(/^ *\/\/.*\n/gm, '').replace(/^ +/gm, '') + more);
      }
      const html = await readFile(join(dir, 'index.html'), 'utf8');
      await writeFile(join(dir, 'index.html'), html.replace(/^ *<!--.*-->\n/gm, '').replace(/^ +/gm, ''));
    },
  };
}

function fetching(files: Readonly<Record<string, readonly string[]>>): string {
  return `
for (const file of ${JSON.stringify(files)}[language] ?? []) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }));
}
`;
}

/** Writes down every text with its gaps, for languages that operators bring. */
function textsForOthers(): Plugin {
  return {
    name: 'texts-for-others',
    async writeBundle({ dir = '' }) {
      const { module } = await runnerImport<{ TEXT_FORMS: object }>(
        join(import.meta.dirname, 'src/texts/text-forms.ts'),
        { configFile: false, root: import.meta.dirname, logLevel: 'warn' },
      );
      await writeFile(join(dir, 'texts.json'), JSON.stringify(module.TEXT_FORMS));
    },
  };
}

/** All but what the pages about fees and status, and that of an order, share with the console. */
const NOT_OF_OTHERS =
  /^(?!.*\/src\/(?:about\/|affiliate\/|order\/|texts\/(?:about|affiliate|order|request)\b|design\/(?:table|use-more-beside|use-rows-in-sight|row-heights|qr-code))|.*\/uqr\/)/;

/** Three entries: what everyone loads, the operators' console, and the reference, which the service fills in. */
export default defineConfig({
  // Errors and progress in a person's own words are the build script's business.
  logLevel: 'warn',
  plugins: [translationsAhead(), textsForOthers()],
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
            // But not what other pages share with the console: whoever swaps need not load it.
            { name: 'shared', minShareCount: 2, test: NOT_OF_OTHERS },
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
