import type { Asset } from '../api/assets.ts';
import { Notice } from '../design/badge.tsx';
import { texts } from '../texts/now.ts';
import type { Form } from './form.ts';
import type { LinkProblem } from './form-link.ts';

interface LinkNoticeProps {
  readonly problems: readonly LinkProblem[];
  readonly form: Form;
}

/** Says what the link asked for and did not get, until somebody has chosen that. */
export function LinkNotice({ problems, form }: LinkNoticeProps) {
  const open = problems.filter((problem) => isOpen(problem, form));
  if (open.length === 0) return null;
  return (
    <div class="swap-link">
      <Notice tone="danger" isNews>
        <ul>
          {open.map((problem, n) => (
            <li key={n}>{wordsOf(problem)}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function isOpen(problem: LinkProblem, { from, mode, receivers }: Form): boolean {
  if (problem.part === 'from') return from === problem.instead;
  if (problem.part === 'to') return receivers.some(({ asset }) => asset === problem.instead);
  return problem.part === 'mode' ? mode === 'float' : receivers.length > 1;
}

function wordsOf(problem: LinkProblem): string {
  const { link } = texts.swap;
  const nameOf = ({ abbr, chain }: Asset) => texts.shell.asset(abbr, chain);
  switch (problem.part) {
    case 'from':
    case 'to': {
      const why = problem.isOff ? link.isOff : link.isUnknown;
      return `${why(problem.asked)} ${link[problem.part](nameOf(problem.instead))}`;
    }
    case 'mode':
      return link.mode(problem.asked);
    default:
      return link[problem.part];
  }
}
