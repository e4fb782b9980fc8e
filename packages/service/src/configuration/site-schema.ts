import { OneOf } from '@swapdesk/contract';
import Type, { type Static } from 'typebox';
import { closed, path, text } from './schema-parts.ts';

const LANGUAGES = ['de', 'es', 'pt', 'ru', 'zh', 'ar'] as const;

const words = (longest: number, description: string) =>
  text(`^(?=[\\s\\S]*\\S)[\\s\\S]{1,${longest}}$`, `a text of at most ${longest} characters`, description);

/** English alone, or by language with English for all others. */
function ownText(longest: number, description: string) {
  const others = Object.fromEntries(
    LANGUAGES.map((each) => [each, Type.Optional(words(longest, `In "${each}".`))]),
  );
  const byLanguage = Type.Object(
    { en: words(longest, 'In English, for all who read none of the others.'), ...others },
    closed,
  );
  return Type.Union([words(longest, 'In English.'), byLanguage], {
    description: `${description} A text, or {"en": …, "de": …}.`,
  });
}

const colour = (description: string) => text('^#[0-9a-fA-F]{6}$', 'a colour such as "#1f6f5c"', description);
const link = (description: string) =>
  text('^(?:https://|mailto:)\\S{1,280}$', 'an address that begins with https:// or mailto:', description);
const time = (description: string) =>
  text('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2})?Z$', 'a time such as "2026-12-01T08:00Z"', description);
const span = {
  from: Type.Optional(time('When it begins. Default: at once.')),
  until: Type.Optional(time('When it ends. Default: when somebody takes it away.')),
};

/** The part of the file about how the site looks to whoever swaps. */
export const site = Type.Object(
  {
    name: Type.Optional(words(40, 'What the site is called. Default: Swapdesk.')),
    description: Type.Optional(ownText(300, 'What search engines and messengers say of it.')),
    logo: Type.Optional(path('An SVG or PNG of at most 32 kB.')),
    colours: Type.Optional(
      Type.Object(
        {
          light: colour('In the light theme.'),
          dark: Type.Optional(colour('In the dark theme. Default: the same.')),
        },
        {
          ...closed,
          description:
            'The colour of links and buttons. One that is hard to read is shown darker, in the dark theme lighter; the service says so.',
        },
      ),
    ),
    links: Type.Optional(
      Type.Object(
        {
          support: Type.Optional(link('Who helps.')),
          terms: Type.Optional(link('The terms.')),
          privacy: Type.Optional(link('The privacy policy.')),
          more: Type.Optional(
            Type.Array(
              Type.Object({ text: ownText(40, 'What it is called.'), url: link('Where it leads.') }, closed),
              { maxItems: 5, description: 'Links of your own.' },
            ),
          ),
        },
        { ...closed, description: 'Below every page.' },
      ),
    ),
    announcement: Type.Optional(
      Type.Object(
        {
          text: ownText(300, 'What it says.'),
          level: Type.Optional(OneOf(['info', 'warning'], { description: "How it looks. Default: 'info'." })),
          ...span,
        },
        { ...closed, description: 'Above every page, until its reader has closed it.' },
      ),
    ),
    maintenance: Type.Optional(
      Type.Object(
        { text: Type.Optional(ownText(300, 'What it says. Default: words of ours.')), ...span },
        {
          ...closed,
          description:
            'Says above every page that work is done on the service. It stops nothing: to stop is `halt set`.',
        },
      ),
    ),
  },
  {
    ...closed,
    description: 'How the site looks to whoever swaps. What the console says counts before this.',
  },
);

export type SiteInFile = Static<typeof site>;
