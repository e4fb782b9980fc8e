import { keyBounds } from './key-bounds.ts';
import { lostCodes } from './lost-codes.ts';
import { refusals } from './refusals.ts';
import { stolenDeposit } from './stolen-deposit.ts';
import { describeOnOneDesk } from './support/shared-desk.ts';

// The first reads the log from its beginning.
describeOnOneDesk([
  ['what the log says of refusals', refusals],
  ['looking for an order by its facts', lostCodes],
  ['a query code that others have', stolenDeposit],
  ['a key with bounds', keyBounds],
]);
