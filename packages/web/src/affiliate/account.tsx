import { useEffect, useRef, useState } from 'preact/hooks';
import { Notice } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { affiliateTexts } from '../texts/affiliate-now.ts';
import { askSummary, type Summary } from './ask.ts';
import { Codes } from './codes.tsx';
import { MonthFile } from './month-file.tsx';
import { Orders } from './orders.tsx';
import { Payouts } from './payouts.tsx';
import type { Credentials } from './sign.ts';
import { Sums } from './sums.tsx';
import { whyNot } from './why.ts';

interface Props {
  readonly credentials: Credentials;
  readonly first: Summary;
  readonly onLeave: () => void;
}

/** All that an affiliate sees of its own. */
export function Account({ credentials, first, onLeave }: Props) {
  const words = affiliateTexts;
  const [summary, setSummary] = useState(first);
  const [turn, setTurn] = useState(0);
  const [complaint, setComplaint] = useState<string | null>(null);
  const begin = useRef<HTMLElement>(null);
  // What had the focus is gone.
  useEffect(() => begin.current?.focus(), []);
  const lookAgain = async () => {
    setTurn((before) => before + 1);
    try {
      setSummary(await askSummary(credentials));
      setComplaint(null);
    } catch (error) {
      setComplaint(whyNot(error));
    }
  };
  return (
    <>
      <section class="affiliate-part" aria-labelledby="affiliate-sums" tabIndex={-1} ref={begin}>
        <div class="affiliate-acts">
          <h2 id="affiliate-sums">{words.sums.title}</h2>
          <span class="affiliate-acts">
            <Button size="small" onClick={() => void lookAgain()}>
              {words.again}
            </Button>
            <Button size="small" kind="quiet" onClick={onLeave}>
              {words.leave}
            </Button>
          </span>
        </div>
        {complaint !== null && (
          <Notice tone="danger" isNews>
            {complaint}
          </Notice>
        )}
        <Sums summary={summary} />
      </section>
      <Codes codes={summary.codes} />
      <Orders key={`orders ${turn}`} credentials={credentials} codes={summary.codes} />
      <Payouts settlements={summary.settlements} paidTo={summary.paid_to} />
      <MonthFile credentials={credentials} />
    </>
  );
}
