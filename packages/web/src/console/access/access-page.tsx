import { Tabs } from '../../design/tabs.tsx';
import { texts } from '../../texts/console.ts';
import { navigate, useLocation } from '../frame/location.ts';
import { PageHead } from '../parts/panel.tsx';
import { Accounts } from './accounts.tsx';
import { Keys } from './keys.tsx';
import { RefCodes } from './ref-codes.tsx';

const TABS = ['keys', 'codes', 'accounts'] as const;
type Tab = (typeof TABS)[number];

/** Who may call under their own name, and through whom orders come. */
export function AccessPage() {
  const { search } = useLocation();
  const words = texts.console.access;
  const tab = TABS.find((each) => each === search.get('tab')) ?? 'keys';
  const choose = (next: Tab) => navigate(`/access?tab=${next}`, { replace: true });
  return (
    <>
      <PageHead title={texts.console.frame.pages.access} lead={words.lead} />
      <div class="card">
        <Tabs
          label={words.tabs.label}
          tabs={TABS.map((id) => ({ id, title: words.tabs[id] }))}
          chosen={tab}
          onChoose={choose}
        >
          {tab === 'keys' && <Keys />}
          {tab === 'codes' && <RefCodes />}
          {tab === 'accounts' && <Accounts />}
        </Tabs>
      </div>
    </>
  );
}
