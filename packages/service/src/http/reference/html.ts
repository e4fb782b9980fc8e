/** Text of which it is known that it is HTML: made by `html` alone. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlPart = Html | string | number | readonly HtmlPart[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML with values in it. Whatever is no HTML itself is shown as the text that it is. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlPart[]): Html {
  const filled = parts.map((part, n) => part + (n < values.length ? textOf(values[n] as HtmlPart) : ''));
  return new Html(filled.join(''));
}

function textOf(value: HtmlPart): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'string') return escaped(value);
  return typeof value === 'number' ? String(value) : value.map(textOf).join('');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
}

/** A description: what stands between backticks is code. */
export function prose(text: string): Html {
  const parts = text.split('`').map((part, n) => (n % 2 === 1 ? html`<code>${part}</code>` : part));
  return html`${parts}`;
}
