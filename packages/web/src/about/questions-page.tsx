import { type Asset, loadAssets } from '../api/assets.ts';
import type { Service } from '../api/service.ts';
import { showPercent } from '../design/amounts.ts';
import { site } from '../site/site.ts';
import { aboutTexts } from '../texts/about-now.ts';
import { texts } from '../texts/now.ts';
import { AboutPage } from './about-page.tsx';

/** What people ask, answered with what is set here. */
export function QuestionsPage() {
  const words = aboutTexts.questions;
  return (
    <AboutPage title={words.title} lead={words.lead} load={loadAssets}>
      {(assets, service) => <Questions assets={assets} service={service} />}
    </AboutPage>
  );
}

function Questions({ assets, service }: { readonly assets: readonly Asset[]; readonly service: Service }) {
  const { questions: words } = aboutTexts;
  const { quoteLifetimeS, lifetimeS, feePercent } = service;
  const minutes = (seconds: number) => words.minutes(Math.round(seconds / 60));
  const support = site?.links.support ?? '';
  const answers: readonly (readonly [string, string])[] = [
    [words.hold.asked, words.hold.answer(quoteLifetimeS, minutes(lifetimeS.fixed), minutes(lifetimeS.float))],
    [words.modes.asked, words.modes.answer(showPercent(feePercent.float), showPercent(feePercent.fixed))],
    [words.confirmations.asked, words.confirmations.answer(confirmationsOf(assets))],
    [words.late.asked, words.late.answer],
    [words.amount.asked, words.amount.answer],
    [words.wrong.asked, words.wrong.answer],
    [words.refund.asked, words.refund.answer],
    [words.network.asked, words.network.answer],
    [words.lost.asked, words.lost.answer],
  ];
  return (
    <>
      <div class="about-questions">
        {answers.map(([asked, answer]) => (
          <details key={asked} open>
            <summary>{asked}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
      {support !== '' && (
        <p>
          {words.more} <a href={support}>{texts.shell.foot.support}</a>
        </p>
      )}
    </>
  );
}

/** Each chain with how many blocks a payment on it takes. */
function confirmationsOf(assets: readonly Asset[]): string {
  const byChain = new Map(
    assets.filter(({ canSend }) => canSend).map(({ chain, confirmations }) => [chain, confirmations]),
  );
  return Array.from(byChain, ([chain, blocks]) => `${chain} ${blocks}`).join(' · ');
}
