import { Whole } from '@swapdesk/contract';
import Type, { type Static } from 'typebox';
import { closed, path, secretSource, secretUrl, text } from './schema-parts.ts';

/** Never the text itself: whoever has it can speak in our name. */
const keptElsewhere = (description: string) => Type.Union([...secretSource], { description });
const mailbox = (description: string) =>
  text('^[^\\s@<>,;:"]+@[^\\s@<>,;:"]+$', 'a mail address such as desk@example.org', description);

const webhook = Type.Object(
  {
    url: secretUrl,
    secret: keptElsewhere(
      'What signs each message, as Standard Webhooks has it: "whsec_" and 24 to 64 bytes in base64. {"env": "NAME"} or {"file": "path"}.',
    ),
  },
  { ...closed, description: 'Where alerts are posted to, as JSON.' },
);

const mail = Type.Object(
  {
    host: text('^[A-Za-z0-9.:-]+$', 'the name of a mail server', 'The server that takes mail from us.'),
    port: Type.Optional(
      Whole(
        { minimum: 1, maximum: 65_535 },
        { description: '465: TLS from the first byte; any other: STARTTLS. Default: 587.' },
      ),
    ),
    user: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'Who we are there.' })),
    password: Type.Optional(keptElsewhere('What belongs to the user: {"env": "NAME"} or {"file": "path"}.')),
    ca: Type.Optional(path("The certificate that vouches for the server's, where the system's do not.")),
    from: mailbox('Whom alerts are from.'),
    to: Type.Array(mailbox('Somebody who is told.'), {
      minItems: 1,
      maxItems: 20,
      description: 'Who is told.',
    }),
  },
  {
    ...closed,
    description:
      'Alerts by mail. Never in the clear: a server that offers no TLS is sent nothing, unless it is this machine.',
  },
);

/** The part of the file about who is told when something is wrong. */
export const alerts = Type.Object(
  {
    again: Type.Optional(
      Whole(
        { minimum: 60, maximum: 2_592_000 },
        { description: 'Seconds after which what still lasts is told again. Default: 21600 (6 hours).' },
      ),
    ),
    webhook: Type.Optional(webhook),
    mail: Type.Optional(mail),
  },
  {
    ...closed,
    description:
      'Who is told when something is wrong, and when it is over. Only engines read the secrets. Try it: npx swapdesk alerts test.',
  },
);

export type AlertsInFile = Static<typeof alerts>;
