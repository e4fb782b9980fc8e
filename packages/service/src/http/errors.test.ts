import { MESSAGE, type Message } from '@swapdesk/contract';
import { describe, expect, it } from 'vitest';
import { TooManyRequests } from '../access/rate-limit.ts';
import { Refusal } from '../refusal.ts';
import { Overloaded } from '../store/batcher.ts';
import { errorReply, ParameterError } from './errors.ts';

/** Every message that is an error, with its HTTP status and code. */
const TABLE: readonly (readonly [Message, number, number])[] = [
  ['Parameter error', 400, 1],
  ['Internal Server Error', 500, 2],
  ['server is busy, please try again later', 500, 2],
  ['Incorrect request parameters', 200, 1],
  ['from quantity too small', 200, 1],
  ['from quantity too large', 200, 1],
  ['from assets not found', 200, 1],
  ['from assets disabled', 200, 1],
  ['to assets not found', 200, 1],
  ['to assets disabled', 200, 1],
  ['invalid to address', 200, 1],
  ['calc_id parameters do not match', 200, 1],
  ['calc_id to_address parameters do not match', 200, 1],
  ['calc_id invalid or expired', 200, 1],
  ['calc_id only used for fixed exchange mode', 200, 1],
  ['order not found', 200, 1],
  ['assets not found', 200, 1],
  ['invalid refund address', 200, 1],
  ['Idempotency-Key was used with other parameters', 200, 1],
  ['X-Api-Nonce was used with other parameters', 200, 1],
  ['client_order_id was used with other parameters', 200, 1],
  ['too many unpaid orders', 200, 1],
  ['order cannot be cancelled', 200, 1],
  ['order cannot be resolved', 200, 1],
  ['more came than limits allow: ask for it back, or ask the operator to exchange it', 200, 1],
  ['refund_address is required', 200, 1],
  ['the refund address is set: only the operator can change it', 200, 1],
  ['transaction not found', 200, 1],
  ['webhook not found', 200, 1],
  ['a webhook needs an https URL of a public address', 200, 1],
  ['the webhook needs a new secret: rotate it', 200, 1],
  ['too many webhooks', 200, 1],
  ['no payout address waits', 200, 1],
  ['the account has named no address that counts', 200, 1],
  ['the account is paid at another address by now', 200, 1],
  ['an API key is required', 401, 1],
  ['bad credentials', 401, 1],
  ['real chains have their confirmations in the configuration file: change them there', 200, 1],
  ['this account signs with X-Api-Signature-V2', 401, 1],
  ['not allowed', 403, 1],
  ['manage_code is missing or wrong', 403, 1],
  ['without an API key only this machine is served', 403, 1],
  ['the API key has expired', 401, 1],
  ['the API key may not be used from this address', 403, 1],
  ['the API key may not be used for this', 403, 1],
  ['callers without a key have nobody who could be paid a markup', 200, 1],
  ['a key has to be for something: quote, place, read, manage', 200, 1],
  ['the key would have ended already', 200, 1],
  ['addresses are written as 203.0.113.7 or 203.0.113.0/24, IPv6 alike', 200, 1],
  ['there is no such alarm: it is over, or never was', 200, 1],
  ['an alarm can be put off for a week at most, a critical one for a day', 200, 1],
  ['the payment stays: it is in a block, is being taken back already, or pays nobody alone', 200, 1],
  ['a trade is under way: try again when it is over', 200, 1],
  ['the clocks agree: there is nothing to accept', 200, 1],
  ['the chain is not followed to that block', 200, 1],
  ['no such route', 404, 1],
  ['method not allowed', 405, 1],
  ['body too large', 413, 1],
  ['unsupported media type, send application/json', 415, 1],
  ['too many requests', 429, 1],
  // The console's own.
  ['sign in first', 401, 1],
  ['confirm that it is you: password and code', 403, 1],
  ['name, password or code is wrong', 401, 1],
  ['the request does not come from the console', 403, 1],
  ['the new password must be another one', 200, 1],
  ['the new password is hardly more than words that are tried first', 200, 1],
  ['operator not found', 200, 1],
  ['operator exists already', 200, 1],
  ['the last admin has to stay', 200, 1],
  ['nothing to change', 200, 1],
  ['fee not found', 200, 1],
  ['say a pair or an amount: the fee of everything is a setting, or the one of the account', 200, 1],
  ['the fee of larger amounts must be below that of smaller ones', 200, 1],
  ['only an order that is being exchanged can be frozen', 200, 1],
  ['the order is not frozen', 200, 1],
  ['the order has payouts: it can only go on', 200, 1],
  ['the order is being given back: it cannot be exchanged any more', 200, 1],
  ['nothing of this order has failed for good', 200, 1],
  ['the minimum must be above 0 and not above the maximum', 200, 1],
  ['the amount has more decimals than the asset', 200, 1],
  ['chain not found', 200, 1],
  ['somebody else has changed the site in between: look at it anew', 200, 1],
  ['what was said of the site then is not kept any more', 200, 1],
  ['setting not found', 200, 1],
  ['the value is outside the bounds of the setting', 200, 1],
  ['the hot limit is below the target: what is sent in would be sent away again', 200, 1],
  ['account not found', 200, 1],
  ['key not found, or revoked already', 200, 1],
  ['referral code not found, or revoked already', 200, 1],
  ['referral code exists already', 200, 1],
  ['the asset is halted already', 200, 1],
  ['the asset is not halted', 200, 1],
  ['signing was not stopped', 200, 1],
  ['it cannot be booked as things are now: look at it again', 200, 1],
  ['the desk is not held', 200, 1],
  ['the payment is not, or no longer, among those that the store lacks', 200, 1],
  ['the desk stays held: something else has to be decided first', 200, 1],
  ['ledger and wallet do not agree: see halt clear on the command line', 200, 1],
  ['the deposit was decided about already, or its order can still use it', 200, 1],
  ['giving it back would cost more than it is', 200, 1],
  ['the order has no loss that waits', 200, 1],
  ['no commission is due to the account', 200, 1],
  ['what is due has changed meanwhile: propose it again', 200, 1],
  ['a settlement of the account was signed that the store lacks: decide about that first', 200, 1],
  ['the treasury has not that much free', 200, 1],
  ['the treasury has nothing free for the network fee', 200, 1],
  ['that is too small: the chain would not carry it', 200, 1],
  ['the configuration names no such address for withdrawals', 200, 1],
  ['the signer lets go no more than its limit in one payment', 200, 1],
  ['a key of this account would show the orders of everybody who has none', 200, 1],
  ['proposal not found', 200, 1],
  ['the proposal was confirmed or withdrawn already', 200, 1],
  ['the same is proposed already and waits to be confirmed', 200, 1],
  ['the client has said otherwise meanwhile: look at the order and propose it again', 200, 1],
  ['another operator has to confirm it', 200, 1],
  ['nobody else can confirm it: wait a while, then confirm it yourself', 200, 1],
  ['payout not found', 200, 1],
  ['the payout is paid, or may still be: only one that surely is not can be changed', 200, 1],
  ['this is a refund already: it can only be redirected', 200, 1],
  ['a refund is on its way to the address that was said before: send that payout elsewhere', 200, 1],
  ['screening froze the order: decide about that first', 200, 1],
  ['the order is not being exchanged', 200, 1],
  ['it goes to that address already', 200, 1],
  ['screening refuses the address', 200, 1],
  ['no answer from screening, please try again later', 200, 1],
  ['the treasury does not have enough to give it back now', 200, 1],
  ['there is no price of this coin', 200, 1],
  ['the price does not wait for a confirmation', 200, 1],
  ['the price has moved on: look at it again', 200, 1],
];

describe('an error', () => {
  it.each(TABLE)('"%s" is answered with %i and code %i', (msg, status, code) => {
    const reply = errorReply(new Refusal(msg));
    expect(reply).toMatchObject({ status, isFault: false, headers: {} });
    expect(JSON.parse(reply.body)).toEqual({ code, msg });
  });

  it('has its line in this table, whichever it is', () => {
    const all = Object.values(MESSAGE).filter((message) => message !== 'success');
    expect(TABLE.map(([message]) => message).sort()).toEqual(all.sort());
  });

  it('of the limits carries them as numbers, digit for digit', () => {
    const limits = {
      min_from_quantity: '0.000000000000000001',
      max_from_quantity: '123456789012345678901234567890',
    };
    const { body } = errorReply(new Refusal(MESSAGE.quantityTooSmall, limits));
    expect(body).toBe(
      '{"code":1,"msg":"from quantity too small","data":{"min_from_quantity":0.000000000000000001,"max_from_quantity":123456789012345678901234567890}}',
    );
  });

  it('of a parameter tells a person which, safely', () => {
    const { status, body } = errorReply(new ParameterError('to_address: "quoted" </script>\n'));
    expect(status).toBe(400);
    expect(JSON.parse(body)).toEqual({
      code: 1,
      msg: 'Parameter error',
      detail: 'to_address: "quoted" </script>\n',
    });
  });

  it('of the rate limit says when to come back', () => {
    expect(errorReply(new TooManyRequests(17))).toMatchObject({
      status: 429,
      headers: { 'retry-after': '17' },
    });
  });

  it('of overload is busy, and no fault', () => {
    const reply = errorReply(new Overloaded());
    expect(reply).toMatchObject({ status: 500, isFault: false });
    expect(JSON.parse(reply.body)).toEqual({ code: 2, msg: 'server is busy, please try again later' });
  });

  it('of a database that is away is busy, and goes to the log', () => {
    const away = Object.assign(new Error('connect ECONNREFUSED /run/x'), { code: 'ECONNREFUSED' });
    const reply = errorReply(away);
    expect(reply).toMatchObject({ status: 500, isFault: true });
    expect(JSON.parse(reply.body)).toEqual({ code: 2, msg: 'server is busy, please try again later' });
  });

  it.each([
    ['an error', new Error('password=hunter2')],
    ['an error of the database', Object.assign(new Error('duplicate key hunter2'), { code: '23505' })],
    ['a text', 'hunter2'],
    ['nothing', undefined],
    ['null', null],
    ['an object', { code: 5, hunter2: true }],
  ])('that nobody expected, such as %s, shows nothing of itself', (_what, fault) => {
    const reply = errorReply(fault);
    expect(reply).toMatchObject({ status: 500, isFault: true });
    expect(reply.body).toBe('{"code":2,"msg":"Internal Server Error"}');
  });
});
