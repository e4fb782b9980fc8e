import type { OperatorRole } from '@swapdesk/contract';
import { cookieOf } from '../../../../packages/service/src/http/console/cookie.ts';
import { audited } from '../../../../packages/service/src/operators/audit.ts';
import { createOperator } from '../../../../packages/service/src/operators/operators.ts';
import { newOneTimePassword } from '../../../../packages/service/src/operators/password.ts';
import { enrol, signIn } from '../../../../packages/service/src/operators/sign-in.ts';
import { boxOf } from '../../../support/desk-store.ts';
import { QUICK_COST } from '../../../support/quick-cost.ts';
import { runHere } from '../../../support/run-here.ts';
import { Authenticator } from './authenticator.ts';
import { Visitor } from './visitor.ts';
import type { WebWorld } from './web-world.ts';

const ANSWER_EVERY_MS = 250;
const PASSWORD = 'correct horse battery staple';

interface DrawnRows {
  readonly rows: { readonly index: number; readonly no: string }[];
  /** In pixels from the top of the window. */
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
}

/** Somebody who works at the console. */
export class Operator extends Visitor {
  name = '';
  password = '';
  authenticator: Authenticator | null = null;

  /** Follows the link that an administrator's command line has led to, for the first time. */
  async enrols(name: string, oneTimePassword: string, whenAsked = async () => {}): Promise<void> {
    this.name = name;
    await this.opens('/console');
    await this.types('Name', name);
    await this.types('Password', oneTimePassword);
    await this.presses('Sign in');
    await this.sees('Set up your second factor');
    await whenAsked();
    const secret = await this.page.locator('.sign-in-secret .mono').innerText();
    this.authenticator = new Authenticator(secret);
    this.password = PASSWORD;
    await this.types('A password of your own', PASSWORD);
    await this.types('Code from your authenticator', await this.authenticator.code());
    await this.presses('Finish and sign in');
    await this.sees('Your recovery codes');
  }

  async keepsTheRecoveryCodes(): Promise<string[]> {
    const codes = await this.page
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allInnerTexts();
    await this.presses('I have kept them');
    await this.isInside();
    return codes;
  }

  /** Signs in where the form is shown: with a new code of the authenticator, or with a recovery code. */
  async signsIn(recoveryCode?: string): Promise<void> {
    const code = recoveryCode ?? (await (this.authenticator as Authenticator).code());
    await this.types('Name', this.name);
    await this.types('Password', this.password);
    await this.types('Code', code);
    await this.presses('Sign in');
  }

  /** Password and code, where a dialog asks for them. */
  async provesWhoItIs(): Promise<void> {
    await this.types('Password', this.password);
    await this.types('Code', await (this.authenticator as Authenticator).code());
  }

  async signsOut(): Promise<void> {
    await this.opens('/console/you');
    await this.presses('Sign out');
    await this.sees('Sign in to the console');
  }

  /** As if it had been idle for too long: the service knows the session no more. */
  async endsTheSessionElsewhere(): Promise<void> {
    const { status } = await this.demands('/session/sign-out', {});
    if (status !== 200) throw new Error(`not signed out: ${status}`);
  }

  /** Asks the service itself, past what the page offers, with the page's own token or another. */
  async demands(path: string, body: object, token?: string): Promise<{ status: number; msg: string }> {
    return this.page.evaluate(
      async ([path, body, token]) => {
        const api = '/console/api';
        const session = (await (await fetch(`${api}/session`)).json()) as { data: { token: string } };
        const response = await fetch(`${api}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-console-token': token ?? session.data.token },
          body: JSON.stringify(body),
        });
        const { msg } = (await response.json()) as { msg: string };
        return { status: response.status, msg };
      },
      [path, body, token] as const,
    );
  }

  async opensTheTab(title: string): Promise<void> {
    await this.page.getByRole('tab', { name: title, exact: true }).click();
  }

  async canPressInDialog(button: string): Promise<boolean> {
    return this.page.getByRole('dialog').getByRole('button', { name: button, exact: true }).isEnabled();
  }

  async isInside(): Promise<void> {
    await this.page.getByRole('button', { name: 'Find', exact: true }).waitFor();
  }

  /** Goes to a page by the navigation. */
  async goesTo(page: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Console' })
      .getByRole('link', { name: page, exact: true })
      .click();
    await this.seesTheTitle(page);
  }

  async seesTheTitle(title: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: title }).waitFor();
  }

  async opensTheOrder(no: string): Promise<void> {
    await this.opens(`/console/orders/${no}`);
    await this.seesTheTitle(new RegExp(`Order ${no}`));
  }

  async seesTheState(state: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { level: 1 }).getByText(state).waitFor();
  }

  /** The buttons that are offered on an order. */
  async mayPress(): Promise<string[]> {
    return this.page.locator('.page-actions').getByRole('button').allInnerTexts();
  }

  async chooses(label: string, title: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).selectOption({ label: title });
  }

  /** Has the list of orders go on until it is at its end. */
  async showsAllOrders(count: number): Promise<void> {
    const more = this.page.getByRole('button', { name: 'Show more', exact: true });
    await this.sees('orders shown');
    while (await more.isVisible()) {
      await more.click();
      await this.until(async () => !(await more.isVisible()) || (await more.isEnabled()));
    }
    await this.sees(`${count.toLocaleString('en')} orders shown`);
  }

  /** Has a line over which answers come slowly and one by one, each to be seen by itself. */
  async hasASlowLine(): Promise<void> {
    let last: Promise<unknown> = Promise.resolve();
    await this.page.route('**/console/api/**', async (route) => {
      last = last.then(() => new Promise((resolve) => setTimeout(resolve, ANSWER_EVERY_MS)));
      await last;
      await route.continue();
    });
  }

  /** Scrolls to a part of the page: 0 is its beginning, 1 its end. */
  async scrollsTo(part: number): Promise<void> {
    await this.page.evaluate(`scrollTo(0, ${part} * (document.documentElement.scrollHeight - innerHeight))`);
  }

  /** The rows of the orders that the page holds now, and where they are in the window. */
  async readsDrawnRows(): Promise<DrawnRows> {
    return this.page.evaluate<DrawnRows>(`(() => {
      const rows = [...document.querySelectorAll('tbody tr[aria-rowindex]')];
      return {
        rows: rows.map((row) => ({ index: Number(row.ariaRowIndex), no: row.querySelector('a').textContent })),
        top: rows[0].getBoundingClientRect().top,
        bottom: rows.at(-1).getBoundingClientRect().bottom,
        height: innerHeight,
      };
    })()`);
  }

  /** What an action would do, once the service has reckoned it. */
  async readsWhatItLeadsTo(): Promise<string> {
    const consequence = this.page.getByRole('region', { name: 'What it leads to' });
    await consequence.waitFor();
    return consequence.innerText();
  }

  async pressesInDialog(button: string): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
  }

  /** The same, where the page may have noticed something meanwhile and shows that first. */
  async pressesUnlessCovered(button: string): Promise<void> {
    const dialogs = this.page.getByRole('dialog');
    await this.until(async () => {
      if ((await dialogs.count()) > 1) return true;
      const pressed = dialogs.getByRole('button', { name: button, exact: true }).click({ timeout: 1_000 });
      return pressed.then(
        () => true,
        () => false,
      );
    });
  }

  /** Refusals are part of an operator's life; the browser notes each as an error of its own. */
  protected override isTrouble(message: string): boolean {
    return !/the server responded with a status of 4\d\d/.test(message);
  }
}

/** Makes an operator on the command line, as the first one is made; gives their one-time password. */
export async function makeOperator(world: WebWorld, name: string, role: string): Promise<string> {
  const { code, output } = await runHere(['operator', 'create', name, '--role', role], { ...world.env });
  if (code !== 0) throw new Error(output);
  const password = /password:?\s+(\S+)/i.exec(output)?.[1];
  if (password === undefined) throw new Error(`no password in:\n${output}`);
  return password;
}

/** An operator who has enrolled and signed in, with a browser of their own; done as the pages do it, without them. */
export async function operatorInside(
  world: WebWorld,
  name: string,
  role: OperatorRole,
  options = {},
): Promise<Operator> {
  const { database } = world.store;
  const operator = await world.visitor(Operator, options);
  const now = () => Math.floor(Date.now() / 1000);
  const place = {
    address: '127.0.0.1',
    agent: await operator.page.evaluate<string>('navigator.userAgent'),
  };
  const actor = { name: 'tester', via: 'command line', address: '' } as const;
  const oneTime = await newOneTimePassword(QUICK_COST);
  const password = await audited(database, actor, now(), (client) =>
    createOperator(client, name, role, oneTime, now()),
  );
  const box = await boxOf(world.store, 'authenticator secrets');
  const first = await signIn(database, box, { name, password, code: '' }, place, now());
  if (!('enrolment' in first)) throw new Error('the first sign-in needs no enrolment');
  const authenticator = new Authenticator(first.enrolment.secret);
  const code = await authenticator.code();
  const { token } = await enrol(database, box, { name, password, code, newPassword: PASSWORD }, place, now());
  const [cookie, value] = cookieOf(token, false).split(';')[0]!.split('=') as [string, string];
  const { hostname: domain } = new URL(world.service.url);
  const session = { name: cookie, value, domain, path: '/console', httpOnly: true };
  await operator.page.context().addCookies([{ ...session, sameSite: 'Strict' }]);
  operator.name = name;
  operator.password = PASSWORD;
  operator.authenticator = authenticator;
  await operator.opens('/console');
  await operator.isInside();
  return operator;
}
