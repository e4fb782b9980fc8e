import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html, prose } from './html.ts';

/** What a browser reads out of HTML that has no tags. */
function readBack(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

describe('HTML', () => {
  it('shows hostile text as text, between tags and in attributes', () => {
    const hostile = `"><script>alert('&amp;')</script>`;
    expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;&amp;amp;&#39;)&lt;/script&gt;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;&amp;amp;&#39;)&lt;/script&gt;</p>',
    );
  });

  it('says every text digit for digit, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = html`${text}`.text;
        return !/[<>"']/.test(shown) && readBack(shown) === text;
      }),
    );
  });

  it('leaves HTML within HTML as it is, and lists without commas', () => {
    expect(html`<ul>${['a', 'b<'].map((each) => html`<li>${each}</li>`)}</ul>`.text).toBe(
      '<ul><li>a</li><li>b&lt;</li></ul>',
    );
  });

  it('shows code in a description as code, and as text all the same', () => {
    expect(prose('a `<b>` c').text).toBe('a <code>&lt;b&gt;</code> c');
  });
});
