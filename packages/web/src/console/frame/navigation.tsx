import type { CountsData, OperatorRole } from '@swapdesk/contract';
import type { ComponentChildren } from 'preact';
import { texts } from '../../texts/console.ts';
import { AccessPage } from '../access/access-page.tsx';
import { AffiliatesPage } from '../affiliates/affiliates-page.tsx';
import { StatementPage } from '../affiliates/statement-page.tsx';
import { AlarmsPage } from '../alarms/alarms-page.tsx';
import type { Desk } from '../api/desk.ts';
import type { Read } from '../api/read.ts';
import { AssetsPage } from '../assets/assets-page.tsx';
import { AuditPage } from '../audit/audit-page.tsx';
import { ChainsPage } from '../chains/chains-page.tsx';
import { FiguresPage } from '../figures/figures-page.tsx';
import { HedgingPage } from '../hedging/hedging-page.tsx';
import { HoldPage } from '../hold/hold-page.tsx';
import { OperatorsPage } from '../operators/operators-page.tsx';
import { OrderPage } from '../order/order-page.tsx';
import { OrdersPage } from '../orders/orders-page.tsx';
import { OverviewPage } from '../overview/overview-page.tsx';
import { PaymentsPage } from '../payments/payments-page.tsx';
import { PricesPage } from '../prices/prices-page.tsx';
import { ProfitPage } from '../profit/profit-page.tsx';
import { ProposalsPage } from '../proposals/proposals-page.tsx';
import { QueuePage } from '../queue/queue-page.tsx';
import { YouPage } from '../session/you-page.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { SitePage } from '../site/site-page.tsx';
import { TreasuryPage } from '../treasury/treasury-page.tsx';
import { UpkeepPage } from '../upkeep/upkeep-page.tsx';
import { WebhooksPage } from '../webhooks/webhooks-page.tsx';

/** A page of the console: where it is, who may see it, and what it shows. */
export interface Page {
  /** Below /console. A part that begins with a colon names what the page is about, and is handed to it. */
  readonly path: string;
  readonly title: string | ((part: string) => string);
  /** Who sees it; if nothing is said, everybody who is signed in. */
  readonly least?: OperatorRole;
  /** How much waits there. */
  readonly waiting?: (counts: Read<CountsData>) => number;
  readonly show: (part: string) => ComponentChildren;
}

const { groups, pages } = texts.console.frame;

/** What the navigation offers. A new page is a line here. */
export const NAVIGATION: readonly { readonly title: string; readonly pages: readonly Page[] }[] = [
  {
    title: groups.desk,
    pages: [
      { path: '/', title: pages.overview, show: () => <OverviewPage /> },
      {
        path: '/alarms',
        title: pages.alarms,
        waiting: ({ alarms }) => Number(alarms),
        show: () => <AlarmsPage />,
      },
      {
        path: '/queue',
        title: pages.queue,
        waiting: ({ frozen, surplus, unclaimed, unpayable, losses }) =>
          [frozen, surplus, unclaimed, unpayable, losses].reduce((sum, each) => sum + Number(each), 0),
        show: () => <QueuePage />,
      },
      { path: '/orders', title: pages.orders, show: () => <OrdersPage /> },
      {
        path: '/proposals',
        title: pages.proposals,
        waiting: ({ proposals }) => Number(proposals),
        show: () => <ProposalsPage />,
      },
    ],
  },
  {
    title: groups.market,
    pages: [
      { path: '/assets', title: pages.assets, show: () => <AssetsPage /> },
      { path: '/prices', title: pages.prices, show: () => <PricesPage /> },
      { path: '/chains', title: pages.chains, show: () => <ChainsPage /> },
      { path: '/treasury', title: pages.treasury, show: () => <TreasuryPage /> },
      { path: '/payments', title: pages.payments, show: () => <PaymentsPage /> },
      { path: '/hedging', title: pages.hedging, show: () => <HedgingPage /> },
      { path: '/figures', title: pages.figures, show: () => <FiguresPage /> },
      { path: '/profit', title: pages.profit, show: () => <ProfitPage /> },
    ],
  },
  {
    title: groups.people,
    pages: [
      { path: '/access', title: pages.access, show: () => <AccessPage /> },
      { path: '/affiliates', title: pages.affiliates, show: () => <AffiliatesPage /> },
      { path: '/webhooks', title: pages.webhooks, show: () => <WebhooksPage /> },
      { path: '/operators', title: pages.operators, least: 'admin', show: () => <OperatorsPage /> },
    ],
  },
  {
    title: groups.house,
    pages: [
      { path: '/audit', title: pages.audit, least: 'admin', show: () => <AuditPage /> },
      { path: '/upkeep', title: pages.upkeep, show: () => <UpkeepPage /> },
      { path: '/settings', title: pages.settings, show: () => <SettingsPage /> },
      { path: '/site', title: pages.site, show: () => <SitePage /> },
    ],
  },
];

/** Every page: those, and what other pages lead to. */
export const PAGES: readonly Page[] = [
  ...NAVIGATION.flatMap((group) => group.pages),
  { path: '/orders/:no', title: pages.order, show: (no) => <OrderPage key={no} no={no} /> },
  // Where the banner leads while the desk is held.
  { path: '/hold', title: pages.hold, show: () => <HoldPage /> },
  {
    path: '/affiliates/:account',
    title: pages.statement,
    least: 'support',
    show: (account) => <StatementPage key={account} account={account} />,
  },
  { path: '/you', title: pages.you, show: () => <YouPage /> },
];

/** The page of a path, and what of the path it is about; null: there is none. */
export function findPage(path: string): { readonly page: Page; readonly part: string } | null {
  const parts = path.split('/');
  for (const page of PAGES) {
    const wanted = page.path.split('/');
    const named = wanted.findIndex((each) => each.startsWith(':'));
    if (wanted.length === parts.length && wanted.every((each, n) => n === named || each === parts[n]))
      return { page, part: decodeURIComponent(parts[named] ?? '') };
  }
  return null;
}

/** The navigation's page that a page belongs to: an order belongs to the orders. */
export function isWithin(path: string, page: Page): boolean {
  return path === page.path || (page.path !== '/' && path.startsWith(`${page.path}/`));
}

export function titleOf({ title }: Page, part: string): string {
  return typeof title === 'string' ? title : title(part);
}

/** Whether an operator may see a page. The service decides by itself what it tells them. */
export function isFor({ may }: Desk, { least = 'viewer' }: Page): boolean {
  return may(least);
}
