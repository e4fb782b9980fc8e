import { openMode } from './open-mode.ts';
import { orderActions } from './order-actions.ts';
import { describeOnOneDesk } from './support/shared-desk.ts';
import { oddRequests } from './wire.ts';

// The last of them makes a key, which ends open mode.
describeOnOneDesk([
  ['on the wire', oddRequests],
  ['over HTTP', orderActions],
  ['in open mode', openMode],
]);
