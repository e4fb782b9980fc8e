import { calls } from './calls.ts';
import { cancelledPayments } from './cancelled-payments.ts';
import { describeSuites } from './real-nodes.ts';
import { stuckPayments } from './stuck-payments.ts';
import { tokens } from './tokens.ts';

describeSuites('payments', [tokens, stuckPayments, cancelledPayments, calls], { token: 'BlockingToken' });
