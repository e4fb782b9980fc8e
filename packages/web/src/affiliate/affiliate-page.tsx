import { useState } from 'preact/hooks';
import { AboutPage } from '../about/about-page.tsx';
import { Notice } from '../design/badge.tsx';
import { Known } from '../design/known.ts';
import { affiliateTexts } from '../texts/affiliate-now.ts';
import './affiliate-page.css';
import { Account } from './account.tsx';
import type { Summary } from './ask.ts';
import { EnterKey } from './enter-key.tsx';
import { type Credentials, canSign } from './sign.ts';

/** Nothing of the page is asked for before a key signs it. */
const NOTHING = async () => null;

interface Entered {
  readonly credentials: Credentials;
  readonly summary: Summary;
}

/** For whoever earns of orders: what that has come to. The key stays in the memory of this page. */
export function AffiliatePage() {
  const words = affiliateTexts;
  const [entered, setEntered] = useState<Entered | null>(null);
  return (
    <AboutPage title={words.title} lead={words.lead} load={NOTHING}>
      {(_, { known }) => (
        <Known.Provider value={known}>
          {!canSign() && <Notice tone="warning">{words.insecure}</Notice>}
          {entered === null ? (
            <EnterKey onEntered={(credentials, summary) => setEntered({ credentials, summary })} />
          ) : (
            <Account
              credentials={entered.credentials}
              first={entered.summary}
              onLeave={() => setEntered(null)}
            />
          )}
        </Known.Provider>
      )}
    </AboutPage>
  );
}
