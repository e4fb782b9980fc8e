import type { ComponentChildren } from 'preact';
import './panel.css';

interface Props {
  readonly title: string;
  readonly lead?: ComponentChildren;
  /** Beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page, with its own title. */
export function Panel({ title, lead, actions, children }: Props) {
  return (
    <section class="card panel">
      <header class="panel-head">
        <div>
          <h2>{title}</h2>
          {lead !== undefined && <p class="soft small">{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}

interface HeadProps {
  readonly title: ComponentChildren;
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

/** The top of a page. */
export function PageHead({ title, lead, actions }: HeadProps) {
  return (
    <header class="page-head">
      <div>
        <h1>{title}</h1>
        {lead !== undefined && <p class="soft">{lead}</p>}
      </div>
      {actions !== undefined && <div class="page-actions">{actions}</div>}
    </header>
  );
}
