import type { CallPlace } from './examples/example.ts';
import { examplesOf } from './examples/examples-of.ts';
import { fieldsOf } from './fields.ts';
import { type Html, html, prose } from './html.ts';
import type { Offer } from './offer.ts';
import { renderExamples } from './render-examples.ts';
import { givenFields, schemaAnchor } from './render-fields.ts';
import { type Operation, operationsOf, renderOperation } from './render-operation.ts';
import type { ReferenceDocument } from './schema-node.ts';
import { texts } from './texts.ts';

/** The whole reference, as it stands between the page's head and foot: everything that the document says. */
export function renderReference(document: ReferenceDocument, origin: string, offer: Offer): Html {
  const operations = operationsOf(document);
  const examples = examplesOf(offer);
  const around = { origin, placeOf: (operation: string) => placeOf(operation, operations) };
  const shownExamples = ({ node: { operationId: id, summary } }: Operation) => {
    const example = examples.get(id);
    return example === undefined ? html`` : renderExamples(example, around, summary);
  };
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ node }) => node.tags.includes(tag.name)),
  }));
  return html`<nav class="contents" aria-label="${texts.contents}">
${search}
<ul>
<li><a href="#signing">${texts.signing}</a></li>
${groups.map(
  (group) => html`<li><a href="#${anchorOf(group.name)}">${group.name}</a><ul>
${group.operations.map(({ node }) => html`<li><a href="#${node.operationId}">${node.summary}</a></li>`)}
</ul></li>
`,
)}
<li><a href="#schemas">${texts.schemas}</a></li>
</ul>
</nav>
<main class="reference" id="content" tabindex="-1">
${introduction(document, origin)}
${signing(document)}
${groups.map(
  (group) => html`<section aria-labelledby="${anchorOf(group.name)}">
<h2 id="${anchorOf(group.name)}">${group.name}</h2>
<p>${group.description}.</p>
${group.operations.map((operation) => renderOperation(operation, document, shownExamples(operation)))}
</section>
`,
)}
${schemas(document)}
</main>
`;
}

/** The control of test networks is no part of the document. */
const OF_TEST_NETWORKS: Readonly<Record<string, CallPlace>> = {
  testnetPay: { method: 'POST', path: '/testnet/pay' },
};

function placeOf(id: string, operations: readonly Operation[]): CallPlace {
  const place = operations.find(({ node }) => node.operationId === id) ?? OF_TEST_NETWORKS[id];
  if (place === undefined) throw new Error(`an example calls ${id}, which is nowhere`);
  return place;
}

const search = html`<div class="search" role="search">
<label class="unseen" for="search">${texts.search}</label>
<input class="input" id="search" type="search" placeholder="${texts.search}" autocomplete="off" spellcheck="false">
<p class="found" id="found" role="status"></p>
</div>`;

function anchorOf(tag: string): string {
  return `group-${tag.toLowerCase()}`;
}

function introduction({ info, servers: [server] }: ReferenceDocument, origin: string): Html {
  return html`<h1>${texts.heading}</h1>
<p class="soft">${info.title}: ${info.summary}</p>
<p>${prose(info.description)}</p>
<dl class="about">
<div><dt>${server.description}</dt><dd><code>${origin}</code></dd></div>
<div><dt>${texts.version}</dt><dd>${info.version}</dd></div>
<div><dt>${texts.document}</dt><dd><a href="/openapi.json">/openapi.json</a></dd></div>
<div><dt>${texts.license}</dt><dd>${info.license.name}</dd></div>
</dl>`;
}

function signing({ components }: ReferenceDocument): Html {
  const headers = Object.values(components.securitySchemes).map(
    ({ name, description }) => html`<div><dt><code>${name}</code></dt><dd>${prose(description)}</dd></div>
`,
  );
  return html`<section aria-labelledby="signing">
<h2 id="signing">${texts.signing}</h2>
<p>${texts.signingIntro}</p>
<dl class="fields">
${headers}</dl>
</section>`;
}

function schemas({ components }: ReferenceDocument): Html {
  const named = Object.entries(components.schemas).map(
    ([
      name,
      schema,
    ]) => html`<article class="schema" id="${schemaAnchor(name)}" aria-labelledby="${schemaAnchor(name)}-name">
<h3 id="${schemaAnchor(name)}-name"><a href="#${schemaAnchor(name)}">${name}</a></h3>
${schema.description === undefined ? '' : html`<p>${prose(schema.description)}</p>`}
${givenFields(fieldsOf(schema, components.schemas))}
</article>
`,
  );
  return html`<section aria-labelledby="schemas">
<h2 id="schemas">${texts.schemas}</h2>
<p>${texts.schemasIntro}</p>
${named}
</section>`;
}
