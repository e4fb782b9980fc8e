import { expect, it, onTestFinished, vi } from 'vitest';
import { IS_LONG } from '../../support/volume.ts';
import { openForeignSite } from './support/foreign-site.ts';
import { makeOperator, Operator, operatorInside } from './support/operator.ts';
import { describePages } from './support/web-world.ts';

// A whole story, with commands of the command line in it, on a machine that has much else to do.
vi.setConfig({ testTimeout: 300_000 });

describePages('who gets into the console', (world) => {
  it('signs in with a password and a code, after a first time that sets both up', async () => {
    const oneTimePassword = await makeOperator(world(), 'ada', 'admin');
    const operator = await world().visitor(Operator);
    await operator.opens('/console');
    await operator.sees('Sign in to the console');
    await operator.findsNoBarrier();
    await operator.isPictured('console-sign-in');
    await operator.enrols('ada', oneTimePassword, async () => {
      await operator.findsNoBarrier();
    });
    await operator.findsNoBarrier();
    const codes = await operator.keepsTheRecoveryCodes();
    expect(new Set(codes).size).toBeGreaterThanOrEqual(8);

    await operator.signsOut();
    await operator.signsIn();
    await operator.isInside();

    // The one-time password is void, with or without a code.
    await operator.signsOut();
    await operator.types('Name', 'ada');
    await operator.types('Password', oneTimePassword);
    await operator.presses('Sign in');
    await operator.sees('Name, password or code is wrong.');

    // Without the authenticator, one of the recovery codes lets in; and only once.
    await operator.signsIn(codes[0]);
    await operator.isInside();
    await operator.signsOut();
    await operator.signsIn(codes[0]);
    await operator.sees('Name, password or code is wrong.');
  });

  it('is told when to come back, after too many attempts', async () => {
    const now = Math.floor(Date.now() / 1000);
    const { database } = world().store;
    await database.query(
      "INSERT INTO login_attempt VALUES ('address 127.0.0.1', 10, $1) ON CONFLICT (scope) DO UPDATE SET attempts = 10",
      [now],
    );
    const operator = await world().visitor(Operator);
    await operator.opens('/console');
    await operator.types('Name', 'gus');
    await operator.types('Password', 'a guess');
    await operator.presses('Sign in');
    await operator.sees(/^Too many attempts\. Try again in 1[45] min/);
    await database.query('DELETE FROM login_attempt');
    await operator.findsNoBarrier();
  });

  it.runIf(IS_LONG)(
    'keeps a page that is open when the session ends, and goes on after a new sign-in',
    async () => {
      const operator = await operatorInside(world(), 'bea', 'admin');
      await operator.goesTo('Settings');
      await operator.presses('Change service fee of float orders');
      await operator.types('Value, %', '0.6');
      await operator.endsTheSessionElsewhere();
      await operator.pressesUnlessCovered('Change it');
      await operator.sees('Your session has ended');
      await operator.signsIn();
      await operator.page.getByText('Your session has ended').waitFor({ state: 'detached' });
      await operator.pressesInDialog('Change it');
      await operator.sees('The setting is changed.');
      await operator.page.getByRole('row').filter({ hasText: 'float_fee_ppm' }).getByText('0.6 %').waitFor();
    },
  );

  it('asks for password and code again before what is dangerous, in the dialog that asks anyway', async () => {
    const operator = await operatorInside(world(), 'dora', 'admin');
    operator.forgives(/403/);
    await operator.goesTo('Settings');
    await world().store.database.query('UPDATE operator_session SET confirmed_at = 0');
    await operator.presses('Change orders a caller may have waiting for a deposit');
    await operator.page.getByLabel(/^Value/).fill('77');
    await operator.pressesInDialog('Change it');
    await operator.sees(/^This needs your password and a new code/);
    await operator.findsNoBarrier();
    await operator.provesWhoItIs();
    await operator.pressesInDialog('Change it');
    await operator.sees('The setting is changed.');
    await operator.page
      .getByRole('row')
      .filter({ hasText: 'unpaid_orders_cap' })
      .getByText('77', { exact: true })
      .waitFor();
  });

  it('gives a thief nothing: no script can read the session, and it is void after signing out', async () => {
    const operator = await operatorInside(world(), 'cyd', 'admin');
    expect(await operator.page.evaluate('document.cookie')).toBe('');
    expect(
      await operator.page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })'),
    ).not.toMatch(/token/i);
    const stolen = await operator.page.context().cookies(`${world().service.url}/console`);
    expect(stolen).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/console' }]);

    const thief = await world().visitor(Operator);
    await thief.page.context().addCookies(stolen);
    // The cookie alone changes nothing: the token is missing.
    await thief.opens('/console');
    expect(
      (await thief.demands('/settings/set', { name: 'float_fee_ppm', value: 1 }, 'guessed')).status,
    ).toBe(403);
    await operator.signsOut();
    await thief.opens('/console');
    await thief.sees('Sign in to the console');
  });

  it('lets no other site act in an operator’s name', async () => {
    const operator = await operatorInside(world(), 'dan', 'admin');
    const { url } = world().service;
    const body = JSON.stringify({ name: 'tolerance_ppm', value: 777 });
    const site = await openForeignSite(`
      <form method="post" enctype="text/plain" action="${url}/console/api/settings/set">
        <input name='${body.slice(0, -1)},"x":"' value='"}'><button>Win a coin</button>
      </form>`);
    onTestFinished(site.close);
    // In the browser in which the operator is signed in.
    const page = await operator.page.context().newPage();
    await page.goto(site.url);
    const outcome = await page.evaluate<string>(`
      fetch('${url}/console/api/settings/set', {
        method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'content-type': 'text/plain' },
        body: '${body}',
      }).then(({ type }) => type)`);
    expect(outcome).toBe('opaque');
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Win a coin' }).click();
    expect((await answer).ok()).toBe(false);

    await operator.opens('/console/settings');
    await operator.page.getByText('tolerance_ppm', { exact: true }).waitFor();
    expect(await operator.page.getByText('777').count()).toBe(0);
    // Nor can the console be shown inside another page.
    const { headers } = await fetch(`${url}/console`);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it.runIf(IS_LONG)('can be used without a mouse, from signing in to changing an asset', async () => {
    const operator = await operatorInside(world(), 'kay', 'admin');
    const { page } = operator;
    await operator.opens('/console');
    await operator.isInside();
    await operator.tabsTo('Skip to the content');
    await operator.tabsTo('Assets');
    await page.keyboard.press('Enter');
    await operator.seesTheTitle('Assets');
    await operator.sees('Transfer costs');
    await operator.tabsTo('Change BTC on Bitcoin');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await operator.tabsTo('Treasury target, BTC');
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('25');
    await operator.sees('Effect on a quote');
    await page.keyboard.press('Enter');
    await operator.sees('BTC on Bitcoin is changed.');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The focus is back where it was.
    expect(await operator.focused()).toBe('Change BTC on Bitcoin');
    await operator.goesTo('Overview');
    await operator.sees('400 % of 25');
    await operator.tabsTo('Volume, USDT');
    await page.keyboard.press('ArrowLeft');
    await page.locator('.plot-tooltip').waitFor();
  });
});
