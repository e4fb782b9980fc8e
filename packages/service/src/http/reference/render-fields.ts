import type { ReferenceField } from './fields.ts';
import { type Html, html, prose } from './html.ts';
import { texts } from './texts.ts';

/** What is taken, each with whether it has to be there. */
export function takenFields(fields: readonly ReferenceField[]): Html {
  return list(fields, ({ isAlwaysThere }) =>
    isAlwaysThere
      ? html` <strong class="needed">${texts.needed}</strong>`
      : html` <span class="optional">${texts.optional}</span>`,
  );
}

/** What is given, each with whether it is always there. */
export function givenFields(fields: readonly ReferenceField[]): Html {
  return list(fields, ({ isAlwaysThere }) =>
    isAlwaysThere ? '' : html` <span class="optional">${texts.notAlways}</span>`,
  );
}

export function schemaAnchor(name: string): string {
  return `schema-${name}`;
}

function list(fields: readonly ReferenceField[], presence: (field: ReferenceField) => Html | string): Html {
  const shown = fields.map(
    (
      field,
    ) => html`<div><dt><code>${breakable(field.path)}</code> <span class="type">${field.type}</span>${presence(field)}</dt>
<dd>${aboutOf(field)}</dd></div>
`,
  );
  return html`<dl class="fields">
${shown}</dl>
`;
}

/** A long path may go on in the next line, behind a point. */
function breakable(path: string): (Html | string)[] {
  return path.split(/(?<=\.)/).flatMap((part, n) => (n === 0 ? [part] : [html`<wbr>`, part]));
}

function aboutOf({ description, facts, words, schemaName }: ReferenceField): (Html | string)[] {
  return [
    prose(description),
    facts.length > 0 ? html` <span class="facts">${facts.join(', ')}</span>` : '',
    words.length > 0 ? html` <span class="facts">${texts.oneOf} ${codes(words)}</span>` : '',
    schemaName === null ? '' : html` <a href="#${schemaAnchor(schemaName)}">${schemaName}</a>`,
  ];
}

function codes(words: readonly string[]): (Html | string)[] {
  return words.flatMap((word, n) => [n === 0 ? '' : ', ', html`<code>${word}</code>`]);
}
