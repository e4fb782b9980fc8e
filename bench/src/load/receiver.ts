import { type AddressInfo, createServer } from 'node:net';

/**
 * Whoever is sent webhooks: a process of its own, which takes all of them and tells over IPC how many came when it is asked. It reads no more of
 * HTTP than it needs: in earnest it would be another machine, and here it takes its processor time from what is measured.
 */
let received = 0;
const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const TAKEN = 'HTTP/1.1 204 No Content\r\n\r\n';

const server = createServer((socket) => {
  let text = '';
  socket.setEncoding('latin1').on('data', (more) => {
    text += more;
    for (;;) {
      const head = text.indexOf(HEAD_END);
      if (head < 0) return;
      const end = head + HEAD_END.length + Number(LENGTH.exec(text.slice(0, head))?.[1] ?? 0);
      if (text.length < end) return;
      text = text.slice(end);
      received++;
      socket.write(TAKEN);
    }
  });
  socket.on('error', () => {});
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', () => process.send?.({ received }));
process.on('disconnect', () => process.exit());
