import { Tabs } from '../../design/tabs.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { navigate, useLocation } from '../frame/location.ts';
import { PageHead } from '../parts/panel.tsx';
import { Accounts } from './accounts.tsx';
import { Keys } from './keys.tsx';
import { RefCodes } from './ref-codes.tsx';

const TABS = ['keys', 'codes', 'accounts'] as const;
type Tab = (typeof TABS)[number];

/** Who may call under their own name, and through whom orders come. */
export function AccessPage() {
  const desk = useDesk();
  const { search } = useLocation();
  const words = texts.console.access;
  // Who may not make keys is not told of them either.
  const tabs = TABS.filter((each) => each !== 'keys' || desk.may('admin'));
  const tab = tabs.find((each) => each === search.get('tab')) ?? (tabs[0] as Tab);
  const choose = (next: Tab) => navigate(`/access?tab=${next}`, { replace: true });
  return (
    <>
      <PageHead title={texts.console.frame.pages.access} lead={words.lead} />
      <div class="card">
        <Tabs
          label={words.tabs.label}
          tabs={tabs.map((id) => ({ id, title: words.tabs[id] }))}
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
