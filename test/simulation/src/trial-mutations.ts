import type { Mutation } from './mutations.ts';

/** Rules of which only some worlds show that they are broken. */
export const TRIAL_MUTATIONS: readonly Mutation[] = [
  {
    rule: 'a price that is too old is none',
    edits: [
      {
        file: 'pricing/rates.ts',
        from: 'price === undefined || whyNoQuote(price, freshness, mode) !== null ? null',
        to: 'price === undefined ? null',
      },
    ],
    checks: ['price'],
    seed: 9,
    trials: ['prices'],
  },
  {
    rule: 'a price that has jumped is none until it is confirmed',
    edits: [{ file: 'pricing/judge-price.ts', from: 'limits.jumpPpm > 0 &&', to: 'false &&' }],
    checks: ['price'],
    seed: 65,
    trials: ['prices'],
  },
  {
    rule: 'a price is judged when it is used',
    edits: [
      {
        file: 'engine/orders/in-turn.ts',
        from: 'return { ...this.heard, rates: this.rates, now: at };',
        to: 'return { ...this.heard, rates: this.rates };',
      },
    ],
    checks: ['price'],
    seed: 4,
    trials: ['prices'],
  },
  {
    rule: 'what was decided is exchanged at prices of after the decision',
    edits: [
      {
        file: 'engine/orders/resolve.ts',
        from: 'if (awaitedCoins(order, market).length > 0) return null;',
        to: '',
      },
    ],
    checks: ['decided'],
    seed: 3,
    orders: 30,
    trials: [],
  },
  {
    rule: 'a price that stands still for too long is none',
    edits: [{ file: 'pricing/judge-price.ts', from: 'frozenStops && isFrozen', to: 'false && isFrozen' }],
    checks: ['price'],
    seed: 2,
    trials: ['frozen'],
  },
  {
    rule: 'nothing is exchanged for more than it is worth',
    edits: [
      {
        file: 'orders/exchange.ts',
        from: 'const quoted = quote(source, agreedUnits, entries);',
        to: 'const quoted = quote(source, agreedUnits * 2n, entries);',
      },
    ],
    checks: ['loss'],
    seed: 3,
    trials: [],
  },
  {
    rule: 'addresses that may have been given are not given again',
    edits: [
      {
        file: 'engine/hold/released-addresses.ts',
        from: 'UPDATE address_space s SET given = t.bound, released = t.bound',
        to: 'UPDATE address_space s SET released = t.bound',
      },
    ],
    checks: ['address'],
    seed: 15,
    orders: 30,
    trials: ['restore'],
  },
  {
    rule: 'a stop of signing outlives the store',
    edits: [
      {
        file: 'engine/hold/signing-switch.ts',
        from: 'stopped_at = coalesce(stopped_at, $2)',
        to: 'stopped_at = nullif(stopped_at, $2)',
      },
      {
        file: 'engine/hold/signing-switch.ts',
        from: 'return stop ?? (known !== null && turn < known.turn ? known.stop : null);',
        to: 'return stop;',
      },
    ],
    checks: ['switch'],
    seed: 15,
    orders: 30,
    trials: ['restore', 'switch'],
  },
  {
    rule: 'what was signed and the store has forgotten is taken up again',
    edits: [
      {
        file: 'engine/hold/compare-record.ts',
        from: 'if (!(await isExcluded(client, record, payment))) lost.push(payment);',
        to: '',
      },
    ],
    checks: ['receiver', 'forgotten', 'payment', 'halt'],
    seed: 9,
    trials: ['restore'],
  },
  {
    rule: 'nothing is signed while the kill switch is pulled',
    edits: [
      {
        file: 'engine/payments/may-sign.ts',
        from: 'if (stop !== null)',
        to: 'if (false)',
      },
    ],
    checks: ['switch'],
    seed: 3,
    trials: ['switch'],
  },
  {
    rule: 'a clock that jumps is not followed',
    edits: [
      {
        file: 'store/steady-time.ts',
        from: 'if (Math.abs(this.awayMs) <= STEP_MS) {',
        to: 'if (this.awayMs !== null) {',
      },
    ],
    checks: ['time'],
    seed: 1,
    trials: ['clock'],
  },
  {
    rule: 'nothing is signed on a chain where something of ours was spent that the store does not know',
    edits: [
      {
        file: 'engine/payments/may-sign.ts',
        from: 'return unknown.length === 0 ? null : describeSpends(unknown);',
        to: 'return null;',
      },
      {
        file: 'engine/books/open-gate.ts',
        from: 'if (hasUnknown) {',
        to: 'if (false) {',
      },
      {
        file: 'engine/payments/unknown-spends.ts',
        from: 'if (open.length > 0) await haltChain(client, chain, open, at);',
        to: '',
      },
    ],
    checks: ['stranger'],
    seed: 2,
    trials: ['stranger'],
  },
  {
    rule: 'a signer lets go no more than its limits say',
    edits: [
      {
        file: 'signer/signing-desk.ts',
        from: 'checkLimits(amounts, limits, this.tally.at(ownClock()));',
        to: '',
      },
    ],
    checks: ['limit'],
    seed: 3,
    orders: 30,
    trials: ['signer'],
  },
  {
    rule: 'one request places one order',
    edits: [
      {
        file: 'orders/replay.ts',
        from: 'if (claims.length === 0) return null;',
        to: 'if (claims.length >= 0) return null;',
      },
    ],
    dropped: [{ table: 'order_claim', constraint: 'order_claim_pkey' }],
    checks: ['placed'],
    seed: 1,
    trials: ['place'],
  },
  {
    rule: 'what open fixed orders of a caller promise is capped',
    edits: [
      {
        file: 'orders/place.ts',
        from: 'caller.isLimited ? fixedRoom(settings, openValue, known, isOfKeyless) : NO_CAPS;',
        to: 'openValue < 0n ? fixedRoom(settings, openValue, known, isOfKeyless) : NO_CAPS;',
      },
      {
        file: 'orders/insert-orders.ts',
        from: 'most_of_caller: caps.perCaller,',
        to: 'most_of_caller: null,',
      },
    ],
    checks: ['cap'],
    seed: 3,
    orders: 30,
    trials: ['place'],
  },
  {
    rule: 'callers without a key have a share of the caps',
    edits: [{ file: 'pricing/caps.ts', from: 'return is === true;', to: 'return false;' }],
    checks: ['cap'],
    seed: 4,
    orders: 30,
    trials: ['place'],
  },
  {
    rule: 'nobody is refunded to an address of ours',
    edits: [
      {
        file: 'orders/resolve.ts',
        from: 'if (!verdict.valid || (await isOurAddress(client, chain.space, verdict.address)))',
        to: 'if (!verdict.valid)',
      },
    ],
    checks: ['own'],
    seed: 9,
    trials: [],
  },
  {
    rule: 'a fixed price is honoured for what is in a block within the grace',
    edits: [
      {
        file: 'orders/decide.ts',
        from: 'minedBy(deposit, time) <= expiresAt + MINED_GRACE_S;',
        to: 'minedBy(deposit, time) <= expiresAt + 24 * MINED_GRACE_S;',
      },
    ],
    checks: ['promise'],
    seed: 149,
    trials: [],
  },
  {
    rule: 'an attempt expires by a block that is final, not by the clock',
    edits: [
      {
        file: 'engine/payments/expire.ts',
        from: 'const passed = await chain.passedWithout(attempts, settled);',
        to: 'const passed = attempts.filter(({ expiresAt }) => expiresAt <= engine.clock()).map(({ txid }) => txid);',
      },
    ],
    checks: ['receiver', 'payment', 'output', 'wallet'],
    seed: 4,
    trials: ['expiry'],
  },
  {
    rule: 'an attempt that a block has does not expire',
    edits: [
      {
        file: 'chains/sim/sim-expired.ts',
        from: "AND NOT EXISTS (SELECT 1 FROM sim_tx t WHERE t.chain_id = $1 AND t.txid = a.txid AND t.state = 'mined')",
        to: '',
      },
      {
        file: 'payments/expire-attempts.ts',
        from: "isIn('state', expired.from)",
        to: "isIn('state', [...expired.from, 'mined', 'confirmed'])",
      },
      {
        file: 'payments/expire-attempts.ts',
        from: "isIn('a.state', expired.from)",
        to: "isIn('a.state', [...expired.from, 'mined', 'confirmed'])",
      },
    ],
    checks: ['payment'],
    seed: 8,
    trials: ['expiry'],
  },
  {
    rule: 'the refund of what screening stopped is not cancelled',
    edits: [
      {
        file: 'engine/payments/cancelled-payments.ts',
        from: "if (payment.is_kept_apart) return 'kept apart';",
        to: '',
      },
    ],
    checks: ['apart', 'unpaid'],
    seed: 23,
    orders: 30,
    trials: ['stopped'],
  },
  {
    rule: 'what screening stopped pays nobody else',
    edits: [
      {
        file: 'engine/payments/spendable.ts',
        from: "isKeptApart('$4')} AND NOT EXISTS (",
        to: "isKeptApart('$4 AND false').replace('q.quarantined_at > 0', 'false')} AND NOT EXISTS (",
      },
    ],
    checks: ['apart'],
    seed: 3,
    orders: 30,
    trials: ['stopped'],
  },
  {
    rule: 'what screening stopped goes back from the address that it came to',
    edits: [
      {
        file: 'engine/payments/returned-from.ts',
        from: 'AND p.must_spend IS NULL AND q.quarantined_at > 0',
        to: 'AND p.must_spend IS NULL AND false',
      },
    ],
    checks: ['apart'],
    seed: 8,
    orders: 12,
    trials: ['stopped'],
  },
  {
    rule: 'what nonce accounts keep is ours',
    edits: [
      {
        file: 'engine/payments/spendable.ts',
        from: 'UNION SELECT address FROM nonce_account WHERE chain_id = $1',
        to: '',
      },
    ],
    checks: ['halt', 'unpaid'],
    seed: 1,
    trials: ['durable'],
  },
  {
    rule: 'what was scheduled is paid to the address that counts when it is confirmed',
    edits: [
      {
        file: 'acts/settle-commissions.ts',
        from: 'if (named !== undefined && named !== String(current?.id)) throw new Refusal(MESSAGE.payoutAddressChanged);',
        to: "if (named !== undefined && to !== '') return { chain, coin, to, named };",
      },
    ],
    checks: ['scheduled'],
    seed: 70,
    trials: ['schedule'],
  },
  {
    rule: 'commissions are settled when they are paid',
    edits: [
      {
        file: 'engine/orders/finish.ts',
        from: 'arrived.flatMap(({ settlement_id }) => settlement_id ?? []),',
        to: '[],',
      },
    ],
    checks: ['settlement'],
    seed: 11,
    orders: 6,
    trials: ['settlements'],
  },
];
