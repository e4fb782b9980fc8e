import type { ConsolePricesData } from '@swapdesk/contract';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Facts } from '../parts/facts.tsx';
import { durationText, grouped } from '../parts/format.ts';
import { Moment } from '../parts/moment.tsx';
import { sameNumber } from '../parts/typed.ts';

export type Price = Read<ConsolePricesData>['prices'][number];

interface Props {
  readonly price: Price;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks whether a price that jumped, or stands still, is right; shows both. */
export function ConfirmPrice({ price: { abbr, price, unchanged_s, pending }, onDone, onClose }: Props) {
  const desk = useDesk();
  const words = texts.console.prices;
  const shown = pending?.price ?? price;
  return (
    <Confirm
      title={words.confirmTitle(abbr)}
      act={words.confirmAct}
      done={words.confirmed}
      isDangerous
      onConfirm={() => desk.act('/prices/confirm', { abbr, price: sameNumber(shown) })}
      onDone={onDone}
      onClose={onClose}
    >
      {pending === null ? (
        <>
          <Facts
            facts={[
              [words.said, grouped(price)],
              [words.unchanged, durationText(Number(unchanged_s))],
            ]}
          />
          <p>{words.frozenLead}</p>
        </>
      ) : (
        <>
          <Facts
            facts={[
              [words.lastGood, grouped(price)],
              [words.said, grouped(pending.price)],
              [words.difference, differenceText(price, pending.price)],
              [words.since, <Moment key="since" at={pending.since} />],
            ]}
          />
          <p>{words.jumpLead}</p>
          <p class="soft">
            {pending.counts_after_s === '0'
              ? words.neverByItself
              : words.byItself(durationText(Number(pending.counts_after_s)))}
          </p>
        </>
      )}
    </Confirm>
  );
}

/** How far it is from one to the other, to look at. */
function differenceText(from: string, to: string): string {
  const percent = Math.round((Number(to) / Number(from) - 1) * 1_000) / 10;
  return `${percent > 0 ? '+' : ''}${grouped(String(percent))} %`;
}
