import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import { texts } from '../../texts/console.ts';
import { useDesk } from '../api/desk.ts';
import { effectOf } from './effect.ts';
import { valueText } from './in-units.ts';
import { aboutText, type Setting } from './setting.ts';

interface Props {
  readonly title: string;
  readonly settings: readonly Setting[];
  readonly onChange: (setting: Setting) => void;
}

/** Settings about one thing: what each is, in the units that people say it in, with its own name small below. */
export function SettingsTable({ title, settings, onChange }: Props) {
  const words = texts.console.settings;
  const mayAct = useDesk().may('admin');
  const change = (setting: Setting) => (
    <Button size="small" aria-label={words.title(setting.about)} onClick={() => onChange(setting)}>
      {texts.console.change}
    </Button>
  );
  return (
    <Table
      caption={title}
      rows={settings}
      keyOf={({ name }) => name}
      empty=""
      columns={[
        {
          title: words.about,
          cell: (setting) => (
            <span class="wrap setting-about">
              {aboutText(setting)}{' '}
              {setting.value !== setting.default && <Badge tone="warning">{words.own}</Badge>}
              <code class="soft small">{setting.name}</code>
            </span>
          ),
        },
        {
          title: words.value,
          cell: (setting) => (
            <span class="wrap setting-value">
              <b>{valueText(setting, setting.value)}</b>
              <span class="soft small">{effectOf(setting.name, setting.value)}</span>
            </span>
          ),
        },
        {
          title: words.default,
          cell: (setting) => <span class="wrap">{valueText(setting, setting.default)}</span>,
        },
        ...(mayAct ? [{ title: texts.console.change, staysInSight: true, cell: change }] : []),
      ]}
    />
  );
}
