import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { SMTPConnectionOptions } from 'nodemailer';
import type { AlertPlaces } from '../configuration/chains-config.ts';
import { isLoopback } from '../configuration/loopback.ts';
import { type Channel, type Notice, NotTold } from './alert.ts';
import { mailSubject, mailText } from './mail-text.ts';
import type { Sender } from './webhook.ts';

const TIMEOUT_MS = 10_000;
const TLS_PORT = 465;

type MailPlace = NonNullable<AlertPlaces['mail']>;

/** Mails all that is due at a time in one message. */
export function mailChannel(place: MailPlace, sender: Sender): Channel {
  const { host, from, to } = place;
  return {
    name: 'mail',
    most: 100,
    async send(notices, stopping) {
      // Loaded only now: few mail, and nobody else waits for it.
      const { createTransport } = await import('nodemailer');
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      const transport = createTransport(await connection(place));
      try {
        const { accepted, rejected } = await transport.sendMail({
          from,
          to: [...to],
          subject: mailSubject(notices, sender),
          text: mailText(notices, sender),
          messageId: messageId(notices, from),
          // No machine is to answer it.
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: stopping === undefined ? timeout : AbortSignal.any([timeout, stopping]),
        });
        if (rejected.length > 0) throw new NotTold(`${host} took it for ${accepted.length} of ${to.length}`);
        return `${host} took it for ${to.length}`;
      } catch (error) {
        if (error instanceof NotTold) throw error;
        throw new NotTold(`${host} did not take it: ${timeout.aborted ? LATE : reasonOf(error)}`);
      } finally {
        transport.close();
      }
    },
  };
}

const LATE = `no answer within ${TIMEOUT_MS / 1_000} s`;

/** In the clear to this machine alone, and not there either where somebody has said whose certificate it must have. */
async function connection({ host, port, user, password, caFile }: MailPlace): Promise<SMTPConnectionOptions> {
  const mayBeClear = isLoopback(host) && caFile === null && port !== TLS_PORT;
  return {
    host,
    port,
    secure: port === TLS_PORT,
    requireTLS: !mayBeClear,
    ignoreTLS: mayBeClear,
    ...(user !== null && password !== null && { auth: { user, pass: password } }),
    ...(caFile !== null && { tls: { ca: await readFile(caFile, 'utf8') } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  };
}

/** What a server says may hold what we have said to it: its number and ours are enough. */
function reasonOf(error: unknown): string {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  if (responseCode !== undefined) return `it answered ${responseCode} to ${command ?? 'us'}`;
  return code ?? 'no answer';
}

function messageId(notices: readonly Notice[], from: string): string {
  const ids = createHash('sha256').update(notices.map(({ id }) => id).join(' '));
  return `<${ids.digest('hex').slice(0, 32)}@${from.split('@')[1]}>`;
}
