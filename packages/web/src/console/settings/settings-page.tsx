import type { ConsoleSetting } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { Fees } from './fees.tsx';
import { byTopic } from './groups.ts';
import { SetSetting } from './set-setting.tsx';
import type { Setting } from './setting.ts';
import './settings.css';
import { SettingsTable } from './settings-table.tsx';

/** What is set for the whole service. */
export function SettingsPage() {
  const desk = useDesk();
  const words = texts.console.settings;
  const settings = useResource('settings', (signal) => desk.read<ConsoleSetting[]>('/settings', {}, signal));
  const [changing, setChanging] = useState<Setting | null>(null);
  return (
    <>
      <PageHead title={texts.console.frame.pages.settings} lead={words.lead} />
      <Loaded of={settings}>
        {(rows) => (
          <>
            {byTopic(rows).map(({ group, settings: some }) => (
              <Panel key={group} title={group}>
                <SettingsTable title={group} settings={some} onChange={setChanging} />
              </Panel>
            ))}
            {/* Not before what stands above it, which would push it away. */}
            <Fees />
          </>
        )}
      </Loaded>
      {changing !== null && (
        <SetSetting setting={changing} onDone={settings.again} onClose={() => setChanging(null)} />
      )}
    </>
  );
}
