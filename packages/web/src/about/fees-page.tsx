import { Table } from '../design/table.tsx';
import { aboutTexts } from '../texts/about-now.ts';
import { texts } from '../texts/now.ts';
import { AboutPage } from './about-page.tsx';
import { type FactAsset, type FeeFacts, loadFees } from './facts.ts';
import { amountText, shareText } from './number-texts.ts';

/** What everybody pays, by coin and way of pricing. */
export function FeesPage() {
  const words = aboutTexts.fees;
  return (
    <AboutPage title={words.title} lead={words.lead} load={loadFees}>
      {(facts) => <Fees facts={facts} />}
    </AboutPage>
  );
}

function Fees({ facts }: { readonly facts: FeeFacts }) {
  const { shell } = texts;
  const words = aboutTexts.fees;
  const nameOf = (asset: FactAsset | null) =>
    asset === null ? words.any : shell.asset(asset.abbr, asset.chain);
  return (
    <>
      <p>{words.general(shareText(facts.float_fee), shareText(facts.fixed_fee))}</p>
      <p>{words.network}</p>
      <h2>{words.byCoin}</h2>
      <p class="soft small">{words.byCoinNote}</p>
      <Table
        caption={words.byCoin}
        rows={facts.assets}
        keyOf={({ chain, abbr }) => `${chain}/${abbr}`}
        empty={words.none}
        columns={[
          { title: words.coin, cell: nameOf },
          {
            title: words.float,
            align: 'end',
            cell: (asset) => shareText(asset.float_fee ?? facts.float_fee),
          },
          {
            title: words.fixed,
            align: 'end',
            cell: (asset) => shareText(asset.fixed_fee ?? facts.fixed_fee),
          },
          {
            title: words.networkFee,
            align: 'end',
            cell: ({ network_fee, abbr }) =>
              network_fee === null ? words.unknown : amountText(network_fee, abbr),
          },
          { title: words.least, align: 'end', cell: ({ min, abbr }) => amountText(min, abbr) },
          { title: words.most, align: 'end', cell: ({ max, abbr }) => amountText(max, abbr) },
        ]}
      />
      {facts.rules.length > 0 && (
        <>
          <h2>{words.special}</h2>
          <p class="soft small">{words.specialNote}</p>
          <Table
            caption={words.special}
            rows={facts.rules}
            keyOf={(rule) => `${rule.mode} ${nameOf(rule.from)} ${nameOf(rule.to)} ${rule.from_usdt}`}
            empty={words.none}
            columns={[
              { title: words.mode, cell: ({ mode }) => words[mode] },
              { title: words.send, cell: ({ from }) => nameOf(from) },
              { title: words.receive, cell: ({ to }) => nameOf(to) },
              { title: words.from, align: 'end', cell: ({ from_usdt }) => amountText(from_usdt, 'USDT') },
              { title: words.fee, align: 'end', cell: ({ fee }) => shareText(fee) },
            ]}
          />
        </>
      )}
    </>
  );
}
