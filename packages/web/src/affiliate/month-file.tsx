import { useState } from 'preact/hooks';
import { amountText } from '../about/number-texts.ts';
import { serviceNow } from '../api/service-clock.ts';
import { Notice } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { SelectField } from '../design/field.tsx';
import { locale } from '../design/locale.ts';
import { affiliateTexts } from '../texts/affiliate-now.ts';
import { askStatement } from './ask.ts';
import { newestMonths } from './newest-months.ts';
import type { Credentials } from './sign.ts';
import { statementCsv } from './statement-csv.ts';
import { whyNot } from './why.ts';

const MONTHS = 24;
const IN_WORDS = new Intl.DateTimeFormat(locale, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
  calendar: 'gregory',
  numberingSystem: 'latn',
});

/** What a month has earned, as a file that the page makes itself: nothing of it is asked for under an address that stays somewhere. */
export function MonthFile({ credentials }: { readonly credentials: Credentials }) {
  const { statement: words } = affiliateTexts;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [months] = useState(() => newestMonths(serviceNow(), zone, MONTHS));
  const [month, setMonth] = useState(months[0] ?? '');
  const [isMaking, setMaking] = useState(false);
  const [done, setDone] = useState('');
  const [complaint, setComplaint] = useState('');
  const make = async () => {
    setMaking(true);
    setDone('');
    setComplaint('');
    try {
      const { lines, commission } = await askStatement(credentials, month, zone);
      if (lines.length > 0) save(`statement-${month}.csv`, statementCsv(lines));
      setDone(
        lines.length === 0
          ? words.none
          : words.made(String(lines.length), amountText(commission.toString(), 'USDT')),
      );
    } catch (error) {
      setComplaint(whyNot(error));
    }
    setMaking(false);
  };
  return (
    <section class="affiliate-part" aria-labelledby="affiliate-statement">
      <h2 id="affiliate-statement">{words.title}</h2>
      <div class="affiliate-filters">
        <SelectField
          label={words.month}
          value={month}
          options={months.map((value) => ({
            value,
            title: IN_WORDS.format(new Date(`${value}-01T00:00:00Z`)),
          }))}
          says={{ tone: 'hint', text: words.zone(zone) }}
          isDisabled={isMaking}
          onChoose={(next) => {
            setMonth(next);
            // What one month came to is nothing of another.
            setDone('');
            setComplaint('');
          }}
        />
        <Button disabled={isMaking} onClick={() => void make()}>
          {isMaking ? words.making : words.make}
        </Button>
      </div>
      {complaint !== '' && (
        <Notice tone="danger" isNews>
          {complaint}
        </Notice>
      )}
      <p class="soft small" role="status">
        {done}
      </p>
    </section>
  );
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
