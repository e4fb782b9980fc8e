import { useState } from 'preact/hooks';
import { AboutPage } from '../about/about-page.tsx';
import { type Asset, loadAssets } from '../api/assets.ts';
import { readAmount } from '../design/amounts.ts';
import { Notice } from '../design/badge.tsx';
import { Copy } from '../design/copy.tsx';
import { SelectField, TextField } from '../design/field.tsx';
import { QrCode } from '../design/qr-code.tsx';
import { AddressField } from '../swap/address-field.tsx';
import { Either } from '../swap/either.tsx';
import { saysOfAmount } from '../swap/says-of-amount.ts';
import { useAddressCheck } from '../swap/use-address-check.ts';
import { texts } from '../texts/now.ts';
import { requestTexts } from '../texts/request-now.ts';
import { paymentLink } from './payment-link.ts';
import { type Draft, draftFromLink, LONGEST_REFERENCE } from './request-link.ts';
import { givenAddress, useRequestLink } from './use-request-link.ts';
import './request-page.css';

/**
 * For whoever wants to be paid: a link and a code that say what they receive. Nothing is stored: the link is all there is, and
 * what was typed stands in the page's own address.
 */
export function RequestPage() {
  return (
    <AboutPage title={requestTexts.title} lead={requestTexts.lead} load={loadAssets}>
      {(assets) => <Request assets={assets.filter(({ canReceive }) => canReceive)} />}
    </AboutPage>
  );
}

function Request({ assets }: { readonly assets: readonly Asset[] }) {
  const words = requestTexts;
  const [draft, setDraft] = useState(() => draftFromLink(assets, new URLSearchParams(location.search)));
  const [given] = useState(() => givenAddress(draft, history.state));
  useRequestLink(draft, given);
  const { key, amount, address, reference } = draft;
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const asset = assets.find((each) => each.key === key);
  if (asset === undefined) return <Notice tone="warning">{texts.shell.nothingToExchange}</Notice>;
  return (
    <div class="request">
      <div class="card request-fields">
        <SelectField
          label={words.coin}
          value={key}
          options={assets.map(({ key: value, abbr, chain }) => ({
            value,
            title: texts.shell.asset(abbr, chain),
          }))}
          onChoose={(chosen) => change({ key: chosen })}
        />
        <div>
          <TextField
            label={words.amount}
            inputMode="decimal"
            autocomplete="off"
            value={amount}
            says={saysOfAmount(amount, asset.abbr)}
            onText={(text) => change({ amount: text })}
          />
          <Either text={amount} onChoose={(text) => change({ amount: text })} />
        </div>
        <AddressField
          label={words.address(asset.chain)}
          asset={asset}
          address={address}
          otherwise={null}
          hasSample={false}
          origin={address === given ? texts.swap.receivers.given : null}
          onText={(text) => change({ address: text })}
        />
        <TextField
          label={words.reference}
          note={texts.swap.refund.note}
          autocomplete="off"
          maxLength={LONGEST_REFERENCE}
          value={reference}
          says={{ tone: 'hint', text: words.referenceHint }}
          onText={(text) => change({ reference: text })}
        />
      </div>
      <Made asset={asset} text={amount} address={address} reference={reference.trim()} />
    </div>
  );
}

interface MadeProps {
  readonly asset: Asset;
  readonly text: string;
  readonly address: string;
  readonly reference: string;
}

/** The link, once it is one that can be paid. */
function Made({ asset, text, address, reference }: MadeProps) {
  const words = requestTexts;
  const amount = readAmount(text);
  const check = useAddressCheck(asset, address);
  const isRight = saysOfAmount(text, asset.abbr)?.tone !== 'wrong' && check?.says.tone === 'right';
  if (amount === null || !isRight) return <p class="card soft">{words.notYet}</p>;
  const link = paymentLink(location.origin, { asset, amount, address, reference });
  return (
    <section class="card request-made" aria-labelledby="request-link">
      <h2 id="request-link">{words.link}</h2>
      <QrCode text={link} label={words.qr} />
      <p class="mono break">{link}</p>
      <p class="request-acts">
        <Copy text={link} label={words.copy} />
        <a href={link} target="_blank" rel="noopener">
          {words.open}
        </a>
      </p>
      <p class="small soft">{words.note}</p>
    </section>
  );
}
