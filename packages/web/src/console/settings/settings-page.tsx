import type { ConsoleSetting } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { grouped } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/panel.tsx';
import { Fees } from './fees.tsx';
import { SetSetting } from './set-setting.tsx';
import type { Setting } from './setting.ts';

/** What is set for the whole service. */
export function SettingsPage() {
  const desk = useDesk();
  const words = texts.console.settings;
  const settings = useResource('settings', (signal) => desk.read<ConsoleSetting[]>('/settings', {}, signal));
  const [changing, setChanging] = useState<Setting | null>(null);
  const mayAct = desk.may('admin');
  return (
    <>
      <PageHead title={texts.console.frame.pages.settings} lead={words.lead} />
      <Loaded of={settings}>
        {(rows) => (
          <div class="card">
            <Table
              caption={texts.console.frame.pages.settings}
              rows={rows}
              keyOf={({ name }) => name}
              empty=""
              columns={[
                {
                  title: words.name,
                  cell: (setting) => (
                    <>
                      <code>{setting.name}</code>{' '}
                      {setting.value !== setting.default && <Badge tone="warning">{words.own}</Badge>}
                    </>
                  ),
                },
                { title: words.value, align: 'end', cell: ({ value }) => <b>{grouped(value)}</b> },
                { title: words.default, align: 'end', cell: (setting) => grouped(setting.default) },
                { title: words.about, cell: ({ about }) => <span class="wrap">{about}</span> },
                ...(mayAct
                  ? [
                      {
                        title: texts.console.change,
                        cell: (setting: Setting) => (
                          <Button
                            size="small"
                            aria-label={words.title(setting.name)}
                            onClick={() => setChanging(setting)}
                          >
                            {texts.console.change}
                          </Button>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          </div>
        )}
      </Loaded>
      <Fees />
      {changing !== null && (
        <SetSetting setting={changing} onDone={settings.again} onClose={() => setChanging(null)} />
      )}
    </>
  );
}
