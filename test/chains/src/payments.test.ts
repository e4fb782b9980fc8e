import { volume } from '../../support/volume.ts';
import { calls } from './calls.ts';
import { cancelledPayments } from './cancelled-payments.ts';
import { describeSuites } from './real-nodes.ts';
import { stuckPayments } from './stuck-payments.ts';
import { tokens } from './tokens.ts';

const suites = [tokens, stuckPayments, cancelledPayments, ...volume([], [calls])];
describeSuites('payments', suites, { token: 'BlockingToken' });
