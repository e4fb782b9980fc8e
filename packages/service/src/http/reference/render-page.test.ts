import { describe, expect, it } from 'vitest';
import { openapiDocument } from '../document.ts';
import { renderReference } from './render-page.ts';
import type { ReferenceDocument } from './schema-node.ts';
import { OFFER } from './testing/offer.ts';

const document = openapiDocument() as unknown as ReferenceDocument;
const render = (of: ReferenceDocument) => renderReference(of, 'http://desk.example', OFFER).text;
const page = render(document);

/** What is read on the page, without its tags; what stands between backticks in the document is code here. */
const read = (text: string) =>
  text
    .replace(/<wbr>|<\/?code>/g, '')
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
const words = read(page);

/** Every node of the document, with the name under which it stands. */
function* nodesOf(node: unknown, name = ''): Generator<readonly [string, Record<string, unknown>]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [name, node as Record<string, unknown>];
  for (const [key, value] of Object.entries(node)) yield* nodesOf(value, key);
}
const nodes = [...nodesOf(document)];

describe('the reference', () => {
  it('has every description, summary and word of the document', () => {
    const said = nodes.flatMap(([, node]) => [
      ...(['description', 'summary', 'msg'] as const).map((key) => node[key]),
      ...(Array.isArray(node.enum) ? node.enum.map((word) => JSON.stringify(word)) : []),
    ]);
    const texts = said.filter((each) => typeof each === 'string');
    expect(texts.length).toBeGreaterThan(300);
    expect(texts.filter((text) => !words.includes(text.replaceAll('`', '')))).toEqual([]);
  });

  it('has every field, parameter and header of each operation in its place', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        const { operationId: id } = operation;
        const [article = ''] =
          new RegExp(`<article class="operation" id="${id}"[\\s\\S]*?</article>`).exec(page) ?? [];
        const shown = read(article);
        expect(shown).toContain(path);
        expect(shown).toContain(method.toUpperCase());
        const names = [...nodesOf(operation)].flatMap(([key, { properties }]) =>
          key === 'schema' || properties !== undefined ? Object.keys(properties ?? {}) : [],
        );
        const all = [...names, ...operation.parameters.map(({ name }) => name)];
        expect(all.filter((name) => !shown.includes(name)).map((name) => `${id}: ${name}`)).toEqual([]);
      }
    }
  });

  it('has bounds, defaults, and what has to be there', () => {
    const fieldOf = (name: string, operation: string) => {
      const article = page.slice(page.indexOf(`id="${operation}"`));
      return read(new RegExp(`<dt><code>${name}</code>[\\s\\S]*?</dd>`).exec(article)?.[0] ?? '')
        .replace(/\s+/g, ' ')
        .trim();
    };
    expect(fieldOf('page_size', 'list')).toBe(
      'page_size integer optional Page size at least 1, at most 100, 10 if left out',
    );
    expect(fieldOf('query_code', 'query')).toContain('string needed');
    expect(fieldOf('query_code', 'query')).toContain('1 to 128 characters');
    expect(fieldOf('exchange_mode', 'calculate')).toContain('One of "float", "fixed"');
    expect(fieldOf('from_quantity', 'calculate')).toContain('at least 1e-8');
  });

  it('has no link to what is not there, and no place twice', () => {
    const ids = Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
    const links = Array.from(page.matchAll(/ href="#([^"]+)"/g), ([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(links.filter((link) => !ids.includes(link))).toEqual([]);
    const { schemas } = document.components;
    for (const name of Object.keys(schemas)) expect(ids).toContain(`schema-${name}`);
  });

  it('shows hostile text of a document as text', () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&`<b>`';
    const text = JSON.stringify(document, (key, value) =>
      ['description', 'summary', 'title'].includes(key) && typeof value === 'string' ? hostile : value,
    );
    const shown = render(JSON.parse(text) as ReferenceDocument);
    expect(shown).not.toMatch(/<img|<b>/);
    expect(shown).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;<code>&lt;b&gt;</code>');
  });
});
