import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, OneOf, Text, Whole } from '../schema.ts';
import { cursor, Next, NoInput, Time } from './common.ts';

/** What needs a look, with what to do about it, and who is on it. */
export const Alarm = Type.Object({
  id: Integer({ description: '0: nobody has stored it yet' }),
  what: Type.String({ description: 'Its name: of one name one is open at most' }),
  facts: Type.String(),
  advice: Type.String(),
  is_critical: Type.Boolean({
    description:
      'Money is in danger, something stands still, or it lasts too long; it stays so until it is over',
  }),
  order: Type.String({ description: 'Number of the order that it is about; empty: of none' }),
  page: Type.String({ description: 'Where something can be done about it, below /console; empty: nowhere' }),
  since: Time('First seen'),
  owner: Type.String({ description: 'Who is on it; empty: nobody' }),
  snoozed_until: Time('Until when it was put off'),
  snoozed_by: Type.String(),
});
export type Alarm = Static<typeof Alarm>;

/** GET /alarms: what is wrong now, the critical first; and what was, the newest first. */
export const AlarmsRequest = Type.Object({
  cursor,
  page_size: Type.Optional(Whole({ minimum: 1, maximum: 500 }, { default: 50 })),
});
export const PastAlarm = Type.Object({
  id: Integer(),
  what: Type.String(),
  facts: Type.String({ description: 'The last' }),
  is_critical: Type.Boolean(),
  order: Type.String(),
  since: Time('First seen'),
  closed_at: Time('Over'),
  owner: Type.String(),
});
export type PastAlarm = Static<typeof PastAlarm>;
export const AlarmsResponse = Envelope({
  data: Type.Object({
    open: Type.Array(Alarm),
    over: Type.Array(PastAlarm, { description: 'Kept for 90 days' }),
    next: Next,
  }),
});
export type AlarmsData = Static<typeof AlarmsResponse>['data'];

export const ALARM_EVENTS = ['opened', 'worse', 'taken', 'left', 'snoozed', 'woken', 'closed'] as const;
export type AlarmEventKind = (typeof ALARM_EVENTS)[number];

/** GET /alarms/history: what happened to one, the oldest first. */
export const AlarmHistoryRequest = Type.Object({ id: Whole({ minimum: 1 }) });
export const AlarmEvent = Type.Object({
  at: Time('When'),
  kind: OneOf([...ALARM_EVENTS]),
  by: Type.String({ description: 'The operator; empty: nobody, it came so' }),
  detail: Type.String({ description: 'The facts of then; of a snooze until when, Unix seconds' }),
});
export type AlarmEvent = Static<typeof AlarmEvent>;
export const AlarmHistoryResponse = Envelope({ data: Type.Array(AlarmEvent) });

/** POST /alarms/take: I am on it. POST /alarms/leave: nobody is. POST /alarms/wake: it is not put off any more. */
export const AlarmRequest = Type.Object({ what: Text({ minLength: 1, maxLength: 1_000 }) });
export type AlarmRequest = Static<typeof AlarmRequest>;

/** POST /alarms/snooze. One that becomes critical ends it. */
export const SnoozeAlarmRequest = Type.Object({
  ...AlarmRequest.properties,
  until: Whole({ minimum: 1 }, { description: 'Unix seconds' }),
});
export type SnoozeAlarmRequest = Static<typeof SnoozeAlarmRequest>;

/** GET /counts: what waits for operators, as the navigation shows it. Some seconds old at most. */
export const CountsRequest = NoInput;
export const CountsResponse = Envelope({
  data: Type.Object({
    alarms: Integer({ description: 'Open, and not put off' }),
    critical: Integer({ description: 'Of these' }),
    frozen: Integer({ description: 'Orders that nobody has decided' }),
    surplus: Integer({ description: 'Deposits, those held by screening too' }),
    unclaimed: Integer({ description: 'Deposits of no order' }),
    unpayable: Integer({ description: 'Payouts that cannot be signed' }),
    losses: Integer({ description: 'That nobody has seen' }),
    proposals: Integer({ description: 'That wait to be confirmed' }),
  }),
});
export type CountsData = Static<typeof CountsResponse>['data'];
