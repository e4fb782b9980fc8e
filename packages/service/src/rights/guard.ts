import { ORDER_STATUS } from '@swapdesk/contract';
import { PARTNER_SETTINGS } from '../catalog/partner-settings.ts';
import { literal } from '../life.ts';
import { LIMITS } from '../orders/bound-by-limits.ts';
import { OPERATORS_DECIDE } from '../orders/decide.ts';
import type { Cause } from '../orders/life.ts';

const { waiting, expired, abandoned, frozen } = ORDER_STATUS;
/** What a place in a trace takes (W3C's traceparent). */
const MOST_TRACE = 55;
/** More than all orders there could be are worth together. */
const MOST_USDT = '1e40';
/** Migration 0045 lets no account have more; and no code more than the whole fee. */
const MOST_MARKUP_PPM = 100_000;
const WHOLE_PPM = 1_000_000;
/** What the settings of fees allow at most. */
const MOST_FEE_PPM = 500_000;
/** A price moves by no more while a quote is held; one that did is refused until somebody has confirmed it. */
const MOST_MOVED = 4;
/** Orders that one statement places, at most, and by far. */
const MOST_AT_ONCE = 100_000;
/** However wrong somebody's clock is, until it is noticed. */
const MOST_AHEAD_S = 7 * 86_400;
/** The names of nodes, hosts and versions are never longer; nor are addresses. */
const MOST_NAME = 255;
/** How far the clocks of a node and of the store may be apart where somebody decides: it is exchanged at prices of after that. */
const DECIDED_WITHIN_S = 60;
/** So long a node may take from reading a code to storing the order: what has changed in between counts as it was. */
const PLACED_WITHIN_S = 60;
const CANCELLED: Cause = 'cancelled';

/** The roles that the guards go by, as SQL text. */
export interface GuardedRoles {
  readonly api: string;
  /** Whoever plays one of these as well is not bound. */
  readonly others: readonly string[];
}

const GUARDS = {
  orders_of_api: 'orders',
  entries_of_api: 'order_entry',
  referrals_of_api: 'referral_order',
  earned_by_api: 'referral_order',
  priced_by_api: 'orders',
  priced_for_api: 'order_entry',
  events_of_api: 'order_event',
} as const;
/** Whose rows are looked at one by one, as they come. */
const ROW_GUARDS = {
  placed_by_api: 'orders',
  receivers_by_api: 'order_entry',
  reserved_by_api: 'reservation',
  counted_by_api: 'placed_value',
  told_by_api: 'node',
  named_by_api: 'payout_address',
  referred_by_api: 'referral_order',
  numbered_by_api: 'roll',
  given_by_api: 'address_space',
} as const;
const FUNCTIONS = [
  'keep_to_placing',
  'keep_to_new_orders',
  'keep_to_cancelling',
  'keep_to_amounts',
  'keep_to_own_life',
  'keep_to_waiting',
  'keep_to_codes',
  'keep_to_prices',
] as const;

/** SQL: one of these is NaN. To PostgreSQL it is greater than all numbers, so that no CHECK refuses it; engines can make nothing of it. */
const hasNaN = (...columns: string[]) =>
  `'NaN'::numeric IN (${columns.map((each) => `NEW.${each}`).join(', ')})`;

/** SQL: whoever acts is an api node and nothing else. Superusers and whoever made the roles are members of all. */
function isApi({ api, others }: GuardedRoles): string {
  const member = (role: string) => `pg_has_role(current_user, ${role}, 'MEMBER')`;
  return [member(api), ...others.map((role) => `NOT ${member(role)}`)].join(' AND ');
}

/** SQL: a frozen order about which its client decides is decided about, now. As orders/resolve.ts writes it. */
const CLIENT_DECIDES = `OLD.status = ${frozen} AND NEW.status = ${frozen} AND OLD.resolution IS NULL AND NEW.resolution IS NOT NULL
      AND coalesce(OLD.freeze_reason, '') NOT IN (${OPERATORS_DECIDE.map(literal).join(', ')})
      AND NOT (NEW.resolution = 'exchange' AND OLD.limits = '${LIMITS.exceeded}')
      AND abs(NEW.resolved_at - extract(epoch FROM clock_timestamp())) <= ${DECIDED_WITHIN_S}`;

function refuse(what: string): string {
  return `RAISE EXCEPTION '${what}' USING ERRCODE = 'insufficient_privilege'`;
}

/** SQL: what engines reckon with is a number, and no promise is worth less than nothing: what others were promised could not be ended beside it. */
function amountGuards(isBound: string, searchPath: string): string[] {
  return [
    `CREATE OR REPLACE FUNCTION keep_to_amounts() RETURNS trigger LANGUAGE plpgsql SET search_path = ${searchPath} AS $guard$
BEGIN
  IF ${isBound} THEN
    ${refuse('an api node writes amounts that there can be')};
  END IF;
  RETURN NEW;
END $guard$`,
    `COMMENT ON FUNCTION keep_to_amounts() IS 'Made by swapdesk database roles: what an api node may write as an amount'`,
    `CREATE OR REPLACE TRIGGER receivers_by_api BEFORE INSERT ON order_entry FOR EACH ROW
  WHEN (${hasNaN('to_ratio', 'to_group_ratio', 'share', 'group_share', 'price', 'network_fee_units', 'units', 'units_origin')}
        OR NEW.share <= 0 OR NEW.group_share <= 0 OR NEW.markup_ppm NOT BETWEEN 0 AND ${MOST_MARKUP_PPM}
        OR NEW.fee_ppm NOT BETWEEN 0 AND ${MOST_FEE_PPM})
  EXECUTE FUNCTION keep_to_amounts()`,
    `CREATE OR REPLACE TRIGGER reserved_by_api BEFORE INSERT ON reservation FOR EACH ROW
  WHEN (NEW.units = 'NaN' OR NEW.value NOT BETWEEN 0 AND ${MOST_USDT}) EXECUTE FUNCTION keep_to_amounts()`,
    `CREATE OR REPLACE TRIGGER referred_by_api BEFORE INSERT ON referral_order FOR EACH ROW
  WHEN (${hasNaN('order_amount')} OR NEW.order_amount < 0 OR NEW.commission_ppm NOT BETWEEN 0 AND ${WHOLE_PPM})
  EXECUTE FUNCTION keep_to_amounts()`,
    `CREATE OR REPLACE TRIGGER counted_by_api BEFORE INSERT OR UPDATE ON placed_value FOR EACH ROW
  WHEN (NEW.value NOT BETWEEN 0 AND ${MOST_USDT}) EXECUTE FUNCTION keep_to_amounts()`,
    // What was given once is not given again, nor what nobody has derived; a list has no place twice, and no order is of a time to come.
    `CREATE OR REPLACE TRIGGER given_by_api BEFORE UPDATE ON address_space FOR EACH ROW
  WHEN (NEW.given NOT BETWEEN OLD.given AND OLD.derived) EXECUTE FUNCTION keep_to_amounts()`,
    `CREATE OR REPLACE TRIGGER numbered_by_api BEFORE UPDATE ON roll FOR EACH ROW
  WHEN (NEW.length NOT BETWEEN OLD.length AND OLD.length + ${MOST_AT_ONCE} OR NEW.last_at < OLD.last_at
        OR NEW.last_at > greatest(OLD.last_at, extract(epoch FROM clock_timestamp()) + ${MOST_AHEAD_S}))
  EXECUTE FUNCTION keep_to_amounts()`,
  ];
}

/** SQL: prices that an order is agreed at are near those of now: commissions are reckoned by them, and limits. */
function priceGuard(isBound: string, searchPath: string): string[] {
  const trigger = (name: 'priced_by_api' | 'priced_for_api') =>
    `CREATE OR REPLACE TRIGGER ${name} AFTER INSERT ON ${GUARDS[name]}
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_to_prices()`;
  return [
    `CREATE OR REPLACE FUNCTION keep_to_prices() RETURNS trigger LANGUAGE plpgsql SET search_path = ${searchPath} AS $guard$
BEGIN
  IF ${isBound} AND EXISTS (
    SELECT 1 FROM added a JOIN asset s ON s.id = a.asset_id JOIN price p ON p.abbr = s.abbr
     WHERE a.price NOT BETWEEN p.price / ${MOST_MOVED} AND p.price * ${MOST_MOVED}) THEN
    ${refuse('an api node places orders at prices near those of now')};
  END IF;
  RETURN NULL;
END $guard$`,
    `COMMENT ON FUNCTION keep_to_prices() IS 'Made by swapdesk database roles: at what prices an api node may place orders'`,
    trigger('priced_by_api'),
    trigger('priced_for_api'),
  ];
}

/** SQL: an api node tells of api nodes, and of now: what somebody said who has taken one is forgotten soon after they are gone. */
function lifeGuard(isBound: string, searchPath: string): string[] {
  return [
    `CREATE OR REPLACE FUNCTION keep_to_own_life() RETURNS trigger LANGUAGE plpgsql SET search_path = ${searchPath} AS $guard$
DECLARE
  soon CONSTANT bigint := extract(epoch FROM clock_timestamp()) + ${DECIDED_WITHIN_S};
BEGIN
  IF ${isBound} AND (NEW.role <> 'api' OR greatest(NEW.seen_at, NEW.began_at) > soon
      OR greatest(length(NEW.id), length(NEW.host), length(NEW.version)) > ${MOST_NAME}) THEN
    ${refuse('an api node tells of api nodes alone, and of now')};
  END IF;
  RETURN NEW;
END $guard$`,
    `COMMENT ON FUNCTION keep_to_own_life() IS 'Made by swapdesk database roles: of which nodes an api node may say that they run'`,
    `CREATE OR REPLACE TRIGGER told_by_api BEFORE INSERT OR UPDATE ON node FOR EACH ROW EXECUTE FUNCTION keep_to_own_life()`,
  ];
}

/**
 * SQL: where an account is paid counts when the setting says after an api node has named it, in place of whatever waits; and what counts no
 * api node takes back: else an address of before would count again.
 */
function addressGuard(isBound: string, searchPath: string): string[] {
  const { value, min } = PARTNER_SETTINGS.payout_address_wait_s;
  return [
    `CREATE OR REPLACE FUNCTION keep_to_waiting() RETURNS trigger LANGUAGE plpgsql SET search_path = ${searchPath} AS $guard$
DECLARE
  now CONSTANT bigint := extract(epoch FROM clock_timestamp());
  wait CONSTANT bigint := greatest(${min}, coalesce((SELECT s.value FROM setting s WHERE s.name = 'payout_address_wait_s'), ${value}));
BEGIN
  IF ${isBound} AND (TG_OP = 'INSERT' AND (NEW.named_via <> 'interface'
        OR NEW.effective_at NOT BETWEEN now + wait - ${DECIDED_WITHIN_S} AND now + wait + ${MOST_AHEAD_S}
        OR abs(NEW.named_at - now) > ${MOST_AHEAD_S} OR greatest(length(NEW.address), length(NEW.named_by)) > ${MOST_NAME}
        OR EXISTS (SELECT 1 FROM payout_address p WHERE p.account_id = NEW.account_id AND p.undone_at = 0 AND p.effective_at > now))
      OR TG_OP = 'UPDATE' AND OLD.effective_at <= now) THEN
    ${refuse('an api node names where an account is paid from later on, and takes back what does not count yet')};
  END IF;
  RETURN NEW;
END $guard$`,
    `COMMENT ON FUNCTION keep_to_waiting() IS 'Made by swapdesk database roles: from when an address counts that an api node has named'`,
    `CREATE OR REPLACE TRIGGER named_by_api BEFORE INSERT OR UPDATE ON payout_address FOR EACH ROW EXECUTE FUNCTION keep_to_waiting()`,
  ];
}

/**
 * SQL: an order earns for whom its code is, no more than that code gives or gave just now; by a markup for whoever places it, and nobody else. As
 * a signer apart has it (signer/promises.ts): what it would refuse, no settlement should cover.
 */
function codeGuard(isBound: string, searchPath: string): string[] {
  return [
    `CREATE OR REPLACE FUNCTION keep_to_codes() RETURNS trigger LANGUAGE plpgsql SET search_path = ${searchPath} AS $guard$
DECLARE
  since CONSTANT bigint := extract(epoch FROM clock_timestamp()) - ${PLACED_WITHIN_S};
BEGIN
  IF ${isBound} AND EXISTS (
    SELECT 1 FROM added a JOIN orders o ON o.id = a.order_id LEFT JOIN ref_code c ON c.id = a.code_id
     WHERE (CASE WHEN a.code_id IS NULL THEN a.commission_ppm = 0 AND a.account_id = o.account_id
                 ELSE a.code = c.code AND a.account_id = c.account_id AND coalesce(c.revoked_at, since) >= since
                      AND a.commission_ppm <= greatest(c.commission_ppm, (
                          SELECT max(r.commission_ppm) FROM ref_code_rate r WHERE r.code_id = c.id AND r.until >= since))
            END) IS NOT TRUE
        OR a.account_id <> o.account_id AND EXISTS (SELECT 1 FROM order_entry e WHERE e.order_id = a.order_id AND e.markup_ppm > 0)) THEN
    ${refuse('an api node lets an order earn what its code gives, for whom the code is')};
  END IF;
  RETURN NULL;
END $guard$`,
    `COMMENT ON FUNCTION keep_to_codes() IS 'Made by swapdesk database roles: for whom an order of an api node earns, and how much'`,
    `CREATE OR REPLACE TRIGGER earned_by_api AFTER INSERT ON ${GUARDS.earned_by_api}
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_to_codes()`,
  ];
}

/**
 * SQL for what privileges of columns cannot say. An api node has to write the status of an order to cancel it, and where it is
 * refunded to take that down; it must not complete one, nor send a refund elsewhere, nor add a receiver to an order that is there.
 */
export function guardSql(roles: GuardedRoles, searchPath: string): string[] {
  return [
    `CREATE OR REPLACE FUNCTION keep_to_placing() RETURNS trigger LANGUAGE plpgsql SET search_path = ${searchPath} AS $guard$
BEGIN
  IF NOT (${isApi(roles)}) THEN RETURN NEW; END IF;
  IF TG_OP = 'INSERT' THEN
    ${refuse('an api node places orders that wait, with amounts that are numbers')};
  END IF;
  IF NEW.status <> OLD.status AND NOT (OLD.status IN (${waiting}, ${expired}) AND NEW.status = ${abandoned}) THEN
    ${refuse('an api node changes the status of an order by cancelling it alone')};
  END IF;
  IF OLD.refund_address IS NOT NULL AND NEW.refund_address IS DISTINCT FROM OLD.refund_address THEN
    ${refuse('an api node sets where an order is refunded once')};
  END IF;
  IF NEW.limits <> OLD.limits AND NOT (OLD.limits = '${LIMITS.waived}' AND NEW.limits = '${LIMITS.kept}') THEN
    ${refuse('an api node waives no limits')};
  END IF;
  IF (NEW.resolution IS DISTINCT FROM OLD.resolution OR NEW.resolved_at <> OLD.resolved_at) AND NOT (${CLIENT_DECIDES}) THEN
    ${refuse('an api node takes down what a client may decide, once, and when')};
  END IF;
  RETURN NEW;
END $guard$`,
    `COMMENT ON FUNCTION keep_to_placing() IS 'Made by swapdesk database roles: what an api node may change of an order'`,
    `CREATE OR REPLACE TRIGGER orders_of_api BEFORE UPDATE ON orders FOR EACH ROW
  WHEN (NEW.status <> OLD.status OR NEW.refund_address IS DISTINCT FROM OLD.refund_address OR NEW.limits <> OLD.limits
        OR NEW.resolution IS DISTINCT FROM OLD.resolution OR NEW.resolved_at <> OLD.resolved_at)
  EXECUTE FUNCTION keep_to_placing()`,
    `CREATE OR REPLACE TRIGGER placed_by_api BEFORE INSERT ON orders FOR EACH ROW
  WHEN (NEW.status <> ${waiting} OR length(NEW.trace) > ${MOST_TRACE}
        OR ${hasNaN('units', 'min_units', 'max_units', 'price', 'tolerance_units', 'dust_units')})
  EXECUTE FUNCTION keep_to_placing()`,
    ...amountGuards(isApi(roles), searchPath),
    ...lifeGuard(isApi(roles), searchPath),
    ...addressGuard(isApi(roles), searchPath),
    ...codeGuard(isApi(roles), searchPath),
    ...priceGuard(isApi(roles), searchPath),
    // An order that this very transaction has placed: its row carries the transaction's own number, as one does that was merely
    // updated; but so do all its entries, which come with it and which no api node can update.
    `CREATE OR REPLACE FUNCTION keep_to_new_orders() RETURNS trigger LANGUAGE plpgsql SET search_path = ${searchPath} AS $guard$
DECLARE
  mine CONSTANT xid := pg_current_xact_id()::xid;
BEGIN
  IF ${isApi(roles)} AND EXISTS (
    SELECT 1 FROM (SELECT DISTINCT order_id FROM added) a LEFT JOIN orders o ON o.id = a.order_id
     WHERE o.xmin IS DISTINCT FROM mine OR NOT (
           SELECT coalesce(bool_and(e.xmin = mine) AND min(e.entry) = 0 AND max(e.entry) = count(*) - 1, false)
             FROM order_entry e WHERE e.order_id = a.order_id)) THEN
    ${refuse('an api node adds nothing to an order that was placed before, and counts receivers from 0')};
  END IF;
  RETURN NULL;
END $guard$`,
    `COMMENT ON FUNCTION keep_to_new_orders() IS 'Made by swapdesk database roles: receivers and referrals come with their order'`,
    ...(['entries_of_api', 'referrals_of_api'] as const).map(
      (name) => `CREATE OR REPLACE TRIGGER ${name} AFTER INSERT ON ${GUARDS[name]}
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_to_new_orders()`,
    ),
    // Placing tells nothing. What is abandoned is never cancelled again.
    `CREATE OR REPLACE FUNCTION keep_to_cancelling() RETURNS trigger LANGUAGE plpgsql SET search_path = ${searchPath} AS $guard$
BEGIN
  IF ${isApi(roles)} AND EXISTS (
    SELECT 1 FROM added a LEFT JOIN orders o ON o.id = a.order_id
     WHERE (a.from_status IN (${waiting}, ${expired}) AND a.to_status = ${abandoned} AND a.reason = ${literal(CANCELLED)}
            AND o.status = ${abandoned} AND o.deleted_at = a.at) IS NOT TRUE
        OR (SELECT count(*) FROM order_event e WHERE e.order_id = a.order_id AND e.to_status = ${abandoned}) <> 1) THEN
    ${refuse('an api node tells of an order that it has cancelled, once, and of nothing else')};
  END IF;
  RETURN NULL;
END $guard$`,
    `COMMENT ON FUNCTION keep_to_cancelling() IS 'Made by swapdesk database roles: what an api node may tell of an order'`,
    `CREATE OR REPLACE TRIGGER events_of_api AFTER INSERT ON ${GUARDS.events_of_api}
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_to_cancelling()`,
  ];
}

/** SQL that takes the guards away again. */
export function unguardSql(): string[] {
  return [
    ...Object.entries({ ...GUARDS, ...ROW_GUARDS }).map(
      ([name, table]) => `DROP TRIGGER IF EXISTS ${name} ON ${table}`,
    ),
    ...FUNCTIONS.map((name) => `DROP FUNCTION IF EXISTS ${name}()`),
  ];
}
