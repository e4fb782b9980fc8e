import Type from 'typebox';
import { closed, text } from './schema-parts.ts';

const HOST = '[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?';
const PORT = '(:[0-9]{1,5})?';

/** The part of the file about pages of others that show the widget. */
export const widget = Type.Object(
  {
    origins: Type.Array(
      text(
        `^(\\*|https://${HOST}${PORT}|http://(localhost|127\\.0\\.0\\.1)${PORT})$`,
        'an origin such as "https://shop.example" (small letters, no path; http:// for this machine alone), or "*" for any page',
        'Whose pages.',
      ),
      { maxItems: 200, description: 'Whose pages may show the widget in a frame. Default: nobody’s.' },
    ),
  },
  {
    ...closed,
    description:
      'The swap form in pages of others. No other page of the service can be shown in a frame by anybody.',
  },
);
