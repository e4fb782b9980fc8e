import { writeCurl } from './examples/curl.ts';
import type { Example, WritingFor } from './examples/example.ts';
import { writePython } from './examples/python.ts';
import { writeTypescript } from './examples/typescript.ts';
import { type Html, html } from './html.ts';
import { texts } from './texts.ts';

const LANGUAGES = [
  { id: 'curl', name: 'curl', write: writeCurl },
  { id: 'typescript', name: 'TypeScript', write: writeTypescript },
  { id: 'python', name: 'Python', write: writePython },
] as const;

/** An example in every language. The buttons are for whoever has a script: others are shown all of them. */
export function renderExamples(example: Example, around: WritingFor, of: string): Html {
  const buttons = LANGUAGES.map(
    ({
      id,
      name,
    }) => html`<button class="button" type="button" data-kind="plain" data-size="small" data-choose="${id}">${name}</button>
`,
  );
  const shown = LANGUAGES.map(
    ({ id, name, write }) => html`<figure class="example" data-language="${id}">
<figcaption>${name}</figcaption>
<pre tabindex="0" role="group" aria-label="${of}: ${name}"><code>${write(example, around)}</code></pre>
</figure>
`,
  );
  return html`<div class="examples">
<div class="examples-head">
${buttons}<button class="button" type="button" data-kind="plain" data-size="small" data-copy>${texts.copy}</button>
</div>
${shown}</div>
`;
}
