import { MESSAGE } from '@swapdesk/contract/plain';
import { useEffect, useState } from 'preact/hooks';
import { findOrder } from '../api/find.ts';
import { Refused } from '../api/refused.ts';
import { Notice } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { plainDigits } from '../design/digits.ts';
import { type Says, TextField } from '../design/field.tsx';
import { pasted } from '../design/pasted.ts';
import { Shell } from '../design/shell.tsx';
import { readManageCode } from '../order/read-manage-code.ts';
import { readQueryCode } from '../order/read-query-code.ts';
import { site } from '../site/site.ts';
import { texts } from '../texts/now.ts';
import './find-page.css';

/** For whoever has lost the link of an order: two facts lead back to it. A receipt's link fills in the first. */
export function FindPage() {
  const { find } = texts;
  const [fact, setFact] = useState(factOfLink);
  const [other, setOther] = useState('');
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [complaint, setComplaint] = useState<string | null>(null);
  useEffect(() => {
    document.title = `${find.title} · ${site?.name ?? texts.shell.name}`;
  }, []);
  const look = async () => {
    setTried(true);
    setComplaint(null);
    const manageCode = readManageCode(fact.slice(fact.indexOf('#') + 1)) ?? readManageCode(other);
    // Whoever has its code needs to look for nothing.
    const known = readQueryCode(fact);
    if (known !== null) return goTo(known, manageCode);
    const facts = [fact, other].map((text) => plainDigits(pasted(text))) as [string, string];
    if (facts.includes('')) return;
    setAsking(true);
    try {
      goTo(await findOrder(...facts), manageCode);
    } catch (error) {
      setComplaint(wordsOf(error));
      setAsking(false);
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void look();
  };
  const missing = (text: string): Says | null =>
    isTried && pasted(text) === '' ? { tone: 'wrong', text: find.missing } : null;
  return (
    <Shell>
      <form class="find" noValidate onSubmit={submit}>
        <h1>{find.title}</h1>
        <p class="soft">{find.lead}</p>
        <p>
          <a href="/orders">{find.here}</a>
        </p>
        <div class="card find-fields">
          <TextField
            label={find.fact}
            isMono
            value={fact}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            says={missing(fact) ?? { tone: 'hint', text: find.factHint }}
            onText={setFact}
          />
          <TextField
            label={find.other}
            isMono
            value={other}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            says={missing(other) ?? { tone: 'hint', text: find.otherHint }}
            onText={setOther}
          />
          {complaint !== null && (
            <Notice tone="danger" isNews>
              {complaint}
            </Notice>
          )}
          <Button kind="primary" type="submit" disabled={isAsking}>
            {isAsking ? find.asking : find.go}
          </Button>
          <p class="small soft">{find.note}</p>
        </div>
      </form>
    </Shell>
  );
}

/** Longer than any number, code or transaction. */
const LONGEST_FACT = 128;

/** What a link says could be an order's number or code; whatever else it says stands in no field of ours. */
function factOfLink(): string {
  const asked = pasted(new URLSearchParams(location.search).get('order') ?? '');
  return /^[A-Za-z0-9-]+$/.test(asked) ? asked.slice(0, LONGEST_FACT) : '';
}

function goTo(code: string, manageCode: string | null): void {
  location.assign(manageCode === null ? `/order/${code}` : `/order/${code}#${manageCode}`);
}

function wordsOf(error: unknown): string {
  const { find, shell } = texts;
  if (!(error instanceof Refused)) return shell.unreachable;
  return error.message === MESSAGE.tooManyRequests ? find.tooMany : find.none;
}
