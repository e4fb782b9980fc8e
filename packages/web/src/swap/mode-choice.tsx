import type { Mode, Service } from '../api/service.ts';
import { showPercent } from '../design/amounts.ts';
import { Choice } from '../design/choice.tsx';
import { texts } from '../texts/now.ts';

interface ModeChoiceProps {
  readonly mode: Mode;
  readonly service: Service;
  /** Nobody can choose another. */
  readonly isFixed: boolean;
  /** The fee of this very exchange, once it is known. */
  readonly feePercent: string | null;
  readonly onChoose: (mode: Mode) => void;
}

/** A price that moves or one that holds, and what that means. */
export function ModeChoice({ mode, service, isFixed, feePercent, onChoose }: ModeChoiceProps) {
  const { mode: words } = texts.swap;
  const fee = showPercent(feePercent ?? service.feePercent[mode]);
  const minutes = words.minutes(Math.round(service.lifetimeS.fixed / 60));
  return (
    <div class="swap-mode">
      <Choice
        legend={words.legend}
        options={[
          { value: 'float' as const, title: words.float },
          { value: 'fixed' as const, title: words.fixed },
        ].filter(({ value }) => !isFixed || value === mode)}
        chosen={mode}
        onChoose={onChoose}
      />
      <p class="small soft">{mode === 'float' ? words.floatMeans(fee) : words.fixedMeans(fee, minutes)}</p>
    </div>
  );
}
