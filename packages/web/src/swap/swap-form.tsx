import { useRef, useState } from 'preact/hooks';
import type { Asset } from '../api/assets.ts';
import type { PairTime } from '../api/durations.ts';
import type { Service } from '../api/service.ts';
import { typedAmount } from '../design/amounts.ts';
import { Badge, Notice } from '../design/badge.tsx';
import { quoted as quotedWords } from '../design/pasted.ts';
import { texts } from '../texts/now.ts';
import { AddressField } from './address-field.tsx';
import { expectedTime } from './expected-time.ts';
import { type Form, whatIsFixed } from './form.ts';
import type { ReadLink } from './form-link.ts';
import { givenAddresses } from './given.ts';
import { LinkNotice } from './link-notice.tsx';
import type { Quoted, QuoteState } from './live-quote.ts';
import { ModeChoice } from './mode-choice.tsx';
import { pausedCoins } from './paused.ts';
import { Receivers } from './receivers.tsx';
import { complaintOf } from './refusal-words.ts';
import { Sides } from './sides.tsx';
import { Summary } from './summary.tsx';
import { useFormLink } from './use-form-link.ts';
import { useLiveQuote } from './use-live-quote.ts';
import { usePlacing } from './use-placing.ts';
import { useToldQuote } from './use-told-quote.ts';

/** Of what comes from a link, and is not the page's own words. */
const LONGEST_SHOWN = 32;
/** What a referral code can be: nothing else is said as the name of who recommends this. */
const REF_CODE = /^[\w-]{1,64}$/;

interface SwapFormProps {
  readonly assets: readonly Asset[];
  readonly service: Service;
  /** How long exchanges took lately. */
  readonly times: readonly PairTime[];
  readonly link: ReadLink;
}

/** What to exchange on one side, what it costs on the other. */
export function SwapForm({ assets, service, times, link }: SwapFormProps) {
  const { receivers, refund, referral, reference, link: linkWords } = texts.swap;
  const [form, setForm] = useState(link.form);
  const [given] = useState(() => givenAddresses(link.form, history.state));
  const saveLink = useFormLink(form, given);
  const { state, renew } = useLiveQuote(form, service.quoteLifetimeS);
  const placing = usePlacing(form, state, { lifetimeS: service.lifetimeS, renew, leave: saveLink });
  const element = useRef<HTMLFormElement>(null);
  const quoted = quotedFor(form, state);
  useToldQuote(state);
  const refused = state.stage === 'refused' ? complaintOf(state.error, form.from.abbr) : null;
  const refCode = form.refCode !== null && REF_CODE.test(form.refCode) ? form.refCode : null;
  const complaint = placing.complaint ?? refused;
  const fixed = whatIsFixed(form);
  const says = (place: string) =>
    complaint?.place === place ? ({ tone: 'wrong', text: complaint.text } as const) : null;

  const submit = (event: Event) => {
    event.preventDefault();
    placing.place();
    // What is wrong is marked when this has been drawn.
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  };

  return (
    <form ref={element} class="swap" noValidate onSubmit={submit}>
      <LinkNotice problems={link.problems} form={form} />
      {fixed !== null && (
        <div class="swap-link">
          <Notice>{fixed === 'payment' ? linkWords.isFixed : linkWords.isSet}</Notice>
        </div>
      )}
      <div class="card swap-card swap-form">
        <Sides
          form={form}
          assets={assets}
          state={state}
          quoted={quoted}
          says={says}
          isTried={placing.isTried}
          onChange={setForm}
        />
        <ModeChoice
          mode={form.mode}
          service={service}
          isFixed={form.fixed.includes('amount') && form.side === 'receive'}
          feePercent={quoted?.quote.entries[0]?.feeRate.shift(2).toString() ?? null}
          onChoose={(mode) => setForm({ ...form, mode })}
        />
        <Receivers
          form={form}
          assets={assets}
          quoted={quoted}
          given={given}
          isTried={placing.isTried}
          hasSamples={service.isSimulated}
          sent={quoted ? typedAmount(quoted.source) : ''}
          says={says('address') ?? says('to')}
          onChange={setForm}
        />
        <AddressField
          label={refund.label(form.from.chain)}
          asset={form.from}
          address={form.refundAddress}
          note={refund.note}
          otherwise={says('refund') ?? { tone: 'hint', text: refund.hint }}
          hasSample={false}
          origin={given.includes(form.refundAddress) ? receivers.given : null}
          onText={(refundAddress) => setForm({ ...form, refundAddress })}
        />
        {(refCode !== null || form.reference !== null) && (
          <div class="swap-names">
            {form.reference !== null && (
              <Badge>{reference(quotedWords(form.reference, LONGEST_SHOWN))}</Badge>
            )}
            {refCode !== null && <Badge tone="good">{referral(quotedWords(refCode, LONGEST_SHOWN))}</Badge>}
          </div>
        )}
      </div>
      <Summary
        state={state}
        quoted={quoted}
        service={service}
        isPlacing={placing.isPlacing}
        isWaiting={placing.isWaiting}
        isSameCoin={form.receivers.some(({ asset }) => asset === form.from)}
        expected={expectedTime(
          form.from,
          form.receivers.map(({ asset }) => asset),
          times,
        )}
        paused={pausedCoins(form, quoted)}
        trouble={complaint?.place === 'form' ? complaint.text : null}
        onRenew={renew}
      />
    </form>
  );
}

/** The last quote, if it is for what the form says or was a moment ago: of the same coins. */
function quotedFor({ from, receivers }: Form, state: QuoteState): Quoted | null {
  if (state.stage === 'none' || state.stage === 'refused') return null;
  const { last } = state;
  const isSame =
    last?.wish.from === from &&
    last.wish.entries.length === receivers.length &&
    last.wish.entries.every(({ asset }, n) => asset === receivers[n]?.asset);
  return isSame ? last : null;
}
