import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** A mail that a server has taken. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came, dots undone. */
  readonly data: string;
  readonly wasEncrypted: boolean;
  /** User and password, if they were given. */
  readonly login: string;
}

export interface SmtpOptions {
  /** Offers STARTTLS with these. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** What is answered to a command in place of the usual. Null: nothing, ever. */
  answer?: (command: string) => string | null | undefined;
}

/** A small mail server: takes mail by SMTP (RFC 5321), with STARTTLS and AUTH PLAIN where it is told to. */
export async function openSmtpServer(options: SmtpOptions = {}) {
  const mails: TakenMail[] = [];
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.write('220 test ready\r\n');
    converse(socket, { options, mails, heard, wasEncrypted: false });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    /** Every command, in order. */
    heard,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

interface Conversation {
  readonly options: SmtpOptions;
  readonly mails: TakenMail[];
  readonly heard: string[];
  readonly wasEncrypted: boolean;
}

function converse(socket: Socket, talk: Conversation): void {
  const { options, mails, heard, wasEncrypted } = talk;
  const mail = { from: '', to: [] as string[], login: '' };
  let text = '';
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);

  const obey = (line: string) => {
    const command = line.split(/[ :]/)[0]!.toUpperCase();
    heard.push(line);
    const instead = options.answer?.(command);
    if (instead === null) return;
    if (instead !== undefined) return void say(instead);
    if (command === 'EHLO') {
      const offers = ['test', ...(options.tls && !wasEncrypted ? ['STARTTLS'] : []), 'AUTH PLAIN'];
      for (const [n, offer] of offers.entries()) say(`250${n === offers.length - 1 ? ' ' : '-'}${offer}`);
    } else if (command === 'STARTTLS') {
      say('220 go ahead');
      socket.removeAllListeners('data');
      const secureContext = createSecureContext(options.tls);
      const secured = new TLSSocket(socket, { isServer: true, secureContext });
      secured.on('error', () => {});
      converse(secured, { ...talk, wasEncrypted: true });
    } else if (command === 'AUTH') {
      const [, user = '', password = ''] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0');
      mail.login = `${user}:${password}`;
      say('235 welcome');
    } else if (command === 'MAIL') {
      mail.from = /<(.*?)>/.exec(line)![1]!;
      say('250 ok');
    } else if (command === 'RCPT') {
      mail.to.push(/<(.*?)>/.exec(line)![1]!);
      say('250 ok');
    } else if (command === 'DATA') {
      isData = true;
      say('354 go on');
    } else if (command === 'QUIT') {
      say('221 bye');
      socket.end();
    } else say('250 ok');
  };
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    for (;;) {
      const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const piece = text.slice(0, end);
      text = text.slice(end + (isData ? 5 : 2));
      if (!isData) obey(piece);
      else {
        isData = false;
        mails.push({ ...mail, data: piece.replace(/^\.\./gm, '.'), wasEncrypted });
        say('250 taken');
      }
    }
  });
}
