import type { FiguresData, OverviewData } from '@swapdesk/contract';
import { useState } from 'preact/hooks';
import { Choice } from '../../design/choice.tsx';
import { texts } from '../../texts/console.ts';
import { AlarmList } from '../alarms/alarm-list.tsx';
import { useDesk } from '../api/desk.ts';
import { useResource } from '../api/use-resource.ts';
import { momentText } from '../parts/format.ts';
import { Loaded, Settled } from '../parts/loaded.tsx';
import { PageHead } from '../parts/panel.tsx';
import { FigurePlots } from './figure-plots.tsx';
import { ChainHealth, FeedHealth } from './health.tsx';
import { OrderStates } from './order-states.tsx';
import './overview.css';
import type { Step } from './step.ts';
import { Tiles } from './tiles.tsx';
import { Treasury } from './treasury.tsx';

const EVERY_MS = 5_000;
const FIGURES_EVERY_MS = 30_000;

/** How it goes: what needs a look comes first. */
export function OverviewPage() {
  const desk = useDesk();
  const words = texts.console.overview;
  const [step, setStep] = useState<Step>('hour');
  const overview = useResource(
    'overview',
    (signal) => desk.read<OverviewData>('/overview', {}, signal),
    EVERY_MS,
  );
  const figures = useResource(
    step,
    (signal) => desk.read<FiguresData>('/overview/figures', { step }, signal),
    FIGURES_EVERY_MS,
  );
  const at = overview.value?.at;
  return (
    <>
      <PageHead
        title={texts.console.frame.pages.overview}
        lead={at === undefined ? texts.console.loading : words.lead(momentText(Number(at)))}
        actions={
          <Choice
            legend={words.steps.legend}
            options={[
              { value: 'hour', title: words.steps.hour },
              { value: 'day', title: words.steps.day },
            ]}
            chosen={step}
            onChoose={setStep}
          />
        }
      />
      <Settled of={[overview, figures]}>
        <Loaded of={overview}>
          {(now) => (
            <>
              <AlarmList
                alarms={now.alarms}
                none={texts.console.alarms.none(now.checks)}
                onChanged={overview.again}
              />
              {figures.value !== null && <Tiles overview={now} figures={figures.value} step={step} />}
            </>
          )}
        </Loaded>
        <Loaded of={figures}>{(value) => <FigurePlots figures={value} step={step} />}</Loaded>
        {overview.value !== null && (
          <>
            <div class="overview-columns">
              <OrderStates overview={overview.value} />
              <ChainHealth overview={overview.value} />
              <FeedHealth overview={overview.value} />
            </div>
            <Treasury treasury={overview.value.treasury} />
          </>
        )}
      </Settled>
    </>
  );
}
