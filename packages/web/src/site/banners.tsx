import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { readStored, store } from '../design/storage.ts';
import { showTime } from '../order/times.ts';
import { texts } from '../texts/now.ts';
import { said, site } from './site.ts';
import { useIsOn } from './use-is-on.ts';
import './banners.css';

/** Which announcement was closed here: another one is shown again. */
const CLOSED_KEY = 'announcement-closed';

/** What the operator has to say, above every page. Whoever has read an announcement closes it; that work is done stays while it is done. */
export function Banners() {
  const { banner } = texts.shell;
  const { announcement = null, maintenance = null } = site ?? {};
  const name = announcement === null ? '' : `${announcement.text.en} ${announcement.from}`;
  const [isClosed, setClosed] = useState(() => readStored(CLOSED_KEY) === name);
  const isWorkedOn = useIsOn(maintenance);
  const isAnnounced = useIsOn(announcement) && !isClosed;
  const close = () => {
    store(CLOSED_KEY, name);
    setClosed(true);
  };
  if (!isWorkedOn && !isAnnounced) return null;
  return (
    <section class="banners" aria-label={banner.title}>
      {isWorkedOn && maintenance !== null && (
        <div class="banner" data-tone="warning">
          <Icon name="alarm" />
          <p>
            <bdi>{said(maintenance.text) || banner.maintenance}</bdi>
            {maintenance.until !== '' && ` ${banner.until(showTime(Date.parse(maintenance.until) / 1_000))}`}
          </p>
        </div>
      )}
      {isAnnounced && announcement !== null && (
        <div class="banner" data-tone={announcement.level === 'warning' ? 'warning' : 'neutral'}>
          <Icon name={announcement.level === 'warning' ? 'alarm' : 'info'} />
          <p>
            <bdi>{said(announcement.text)}</bdi>
          </p>
          <Button kind="quiet" size="small" icon="close" label={banner.close} onClick={close} />
        </div>
      )}
    </section>
  );
}
