import { MESSAGE, type Message } from '@swapdesk/contract';
import type { Refusal } from '../refusal.ts';

const LATER = 'Try again in a moment. If it stays so: npx swapdesk doctor';
const PROPOSALS = 'See: npx swapdesk proposal list';
const PAYOUTS =
  'Its payouts and their numbers: npx swapdesk order show ORDER; withdrawals: npx swapdesk treasury show';
const OTHER_ADDRESS = 'Name another with --to';

/** What to do next about each refusal that a command of the operator's can meet. */
const NEXT: Partial<Record<Message, string>> = {
  [MESSAGE.busy]: LATER,
  [MESSAGE.assetNotFound]: 'See: npx swapdesk asset list',
  [MESSAGE.incorrectParameters]: 'An amount above 0, a reason, an address: look at what was typed',
  [MESSAGE.invalidToAddress]: `It is no address on that chain that can be paid, or one of our own. ${OTHER_ADDRESS}`,
  [MESSAGE.invalidRefundAddress]:
    'It is no address on the chain that the order was paid on, or one of our own. Name another with --refund-address',
  [MESSAGE.refundAddressNeeded]: 'Add --refund-address',
  [MESSAGE.notNamedAddress]: `Name it in swapdesk.config.json, "withdrawals", and start again. See: npx swapdesk config show`,
  [MESSAGE.aboveSignerLimit]: 'Take it in several parts, or raise the limit in swapdesk.signer.json',
  [MESSAGE.nothingDue]: 'To whom something is: npx swapdesk affiliate due',
  [MESSAGE.noPayoutAddress]:
    'Add CHAIN COIN --to ADDRESS, or name one for later on: npx swapdesk affiliate address',
  [MESSAGE.payoutAddressChanged]: 'Withdraw the proposal, and propose it again',
  [MESSAGE.dueChanged]: 'npx swapdesk affiliate settle',
  [MESSAGE.settlementLost]: 'What: npx swapdesk hold show',
  [MESSAGE.accountNotFound]: 'See: npx swapdesk account list',
  [MESSAGE.keyOfNobody]: 'Make it for an account of its own: --account NAME',
  [MESSAGE.markupNeedsKey]: 'Give it to an account: npx swapdesk account list',
  [MESSAGE.keyEndsInThePast]: 'Name one day or more with --days',
  [MESSAGE.keyExpired]: 'Make another: npx swapdesk key create',
  [MESSAGE.notAnAddressList]: 'Name them with --from, with commas between',
  [MESSAGE.keyWithoutScope]: 'Name some with --for',
  [MESSAGE.noAddressWaits]: 'What counts by now is changed by naming another: add CHAIN COIN --to ADDRESS',
  [MESSAGE.webhookNotFound]: 'See: npx swapdesk webhook list',
  [MESSAGE.webhookUrlRefused]:
    'On test networks it may be of this machine, by http too, after: npx swapdesk setting set webhook_loopback 1',
  [MESSAGE.webhookWithoutSecret]: 'npx swapdesk webhook rotate ID, and tell its owner the new one',
  [MESSAGE.tooManyWebhooks]: 'Remove one that is not needed: npx swapdesk webhook remove ID',
  [MESSAGE.notFollowed]: 'Up to where each chain is followed: npx swapdesk doctor',
  [MESSAGE.priceNotFound]: 'None that is young enough and trusted. See: npx swapdesk price list',
  [MESSAGE.priceMoved]: 'Look, and propose it again',
  [MESSAGE.notFree]: 'What is free, and what is promised to whom: npx swapdesk treasury show',
  [MESSAGE.noFuelFree]:
    'Send some of the coin in which its chain takes fees to the treasury: npx swapdesk wallet show',
  [MESSAGE.hotLimitBelowTarget]: 'Raise --hot-limit, or switch it off: --hot-limit off',
  [MESSAGE.tooSmallToPay]: 'Name a larger amount',
  [MESSAGE.treasuryTooSmall]: 'Send coins to the treasury first (npx swapdesk wallet show), then try again',
  [MESSAGE.payoutNotFound]: PAYOUTS,
  [MESSAGE.mayBePaid]:
    'If its payment should not be made: npx swapdesk payment list, then payment cancel; if a transaction that we do not know has paid it: payout paid',
  [MESSAGE.notAnOutput]:
    'Pay it to another address instead: npx swapdesk order redirect ORDER PAYOUT --to ADDRESS',
  [MESSAGE.screenedFirst]: 'npx swapdesk order resolve ORDER exchange, or refund',
  [MESSAGE.notServed]: 'What it is waiting for: npx swapdesk order show ORDER',
  [MESSAGE.sameAddress]: OTHER_ADDRESS,
  [MESSAGE.addressHit]: OTHER_ADDRESS,
  [MESSAGE.screeningSilent]: LATER,
  [MESSAGE.alarmNotFound]: 'See: npx swapdesk alarm list',
  [MESSAGE.notToGiveBack]: 'Those that can be given back: npx swapdesk deposit list',
  [MESSAGE.tooLittleToGiveBack]: "It stays the treasury's: there is nothing to do",
  [MESSAGE.proposalNotFound]: PROPOSALS,
  [MESSAGE.proposalDecided]: PROPOSALS,
  [MESSAGE.proposedAlready]: PROPOSALS,
  [MESSAGE.anotherMustConfirm]: 'They sign in to the console and open "Proposals"',
  [MESSAGE.confirmLater]: 'From when on: npx swapdesk proposal show ID',
  [MESSAGE.forbidden]: 'Somebody with the role that it needs has to. See: npx swapdesk operator list',
  [MESSAGE.orderNotFound]: 'Its number or query code is on the page of the order, and in the console',
  [MESSAGE.notHeld]: 'Nothing is to be decided. If something else is wrong: npx swapdesk doctor',
  [MESSAGE.notLost]: 'Those that are: npx swapdesk hold show',
  [MESSAGE.stillUndecided]: 'What: npx swapdesk hold show',
  [MESSAGE.alreadyHalted]: 'See: npx swapdesk halt list',
  [MESSAGE.notHalted]: 'See: npx swapdesk halt list',
  [MESSAGE.siteChanged]: 'npx swapdesk site show',
  [MESSAGE.siteVersionNotFound]: 'Those that are: npx swapdesk site show',
};

/** A refusal as whoever sits at the command line needs it: what is in the way, and what to do next. */
export function refusalText({ reply, data = {} }: Refusal): string {
  const facts = Object.entries(data).map(([name, value]) => ` (${name}: ${value})`);
  const said = `${reply.charAt(0).toUpperCase()}${reply.slice(1)}${facts.join('')}.`;
  const next = NEXT[reply];
  return next === undefined ? said : `${said} ${next}.`;
}
