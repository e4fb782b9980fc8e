import { fieldsOf, nameOf, parameterField } from './fields.ts';
import { type Html, html, prose } from './html.ts';
import { givenFields, schemaAnchor, takenFields } from './render-fields.ts';
import type {
  ContentNode,
  OperationNode,
  ParameterNode,
  ReferenceDocument,
  ReferenceSchema,
  ResponseNode,
} from './schema-node.ts';
import { texts } from './texts.ts';

type Content = ContentNode[string];

/** One operation of the document, where it is. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly node: OperationNode;
}

export function operationsOf({ paths }: ReferenceDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, node]) => ({ method: method.toUpperCase(), path, node })),
  );
}

/** All about one operation. */
export function renderOperation(operation: Operation, document: ReferenceDocument, examples: Html): Html {
  const { method, path, node } = operation;
  const { operationId: id, summary, description, security } = node;
  return html`<article class="operation" id="${id}" aria-labelledby="${id}-name">
<h3 id="${id}-name"><a href="#${id}">${summary}</a></h3>
<p class="route"><span class="method">${method}</span> <code>${path}</code>${marks(node, security !== undefined)}</p>
<p>${prose(description)}</p>
${examples}
<div class="details">
${parameters(operation, document)}
${answers(node, document)}
</div>
</article>
`;
}

function marks({ responses }: OperationNode, isSigned: boolean): (Html | string)[] {
  return [
    isSigned ? html` <a class="mark" href="#signing">${texts.needsKey}</a>` : '',
    isStream(responses[200]) ? html` <span class="mark">${texts.stream}</span>` : '',
  ];
}

function isStream(response: ResponseNode | undefined): boolean {
  return response !== undefined && 'text/event-stream' in response.content;
}

function parameters({ node }: Operation, { components }: ReferenceDocument): Html {
  const inQuery = node.parameters.filter(({ in: place }) => place === 'query');
  const inHead = node.parameters.filter(({ in: place }) => place === 'header');
  const body = node.requestBody?.content['application/json']?.schema;
  const inBody = body === undefined ? [] : fieldsOf(body, components.schemas);
  const parts = [
    inQuery.length > 0 ? html`<h4>${texts.query}</h4>${taken(inQuery)}` : '',
    inBody.length > 0 ? html`<h4>${texts.body}</h4>${takenFields(inBody)}` : '',
    inHead.length > 0 ? html`<h4>${texts.headers}</h4>${taken(inHead)}` : '',
  ];
  return parts.every((part) => part === '') ? html`<p>${texts.noParameters}</p>` : html`${parts}`;
}

function taken(parameterNodes: readonly ParameterNode[]): Html {
  return takenFields(parameterNodes.map(parameterField));
}

function answers({ responses }: OperationNode, { components: { schemas } }: ReferenceDocument): Html {
  const success = responses[200] as ResponseNode;
  const [stream, json] = [success.content['text/event-stream'], success.content['application/json']];
  const schema = (stream ?? json)?.schema as ReferenceSchema;
  const given = schema.anyOf?.[0] ?? schema;
  return html`<h4>${stream === undefined ? texts.answer : texts.event}</h4>
${givenFields(fieldsOf(given, schemas))}
<h4>${texts.otherwise}</h4>
<dl class="refusals">
${Object.entries(responses).map(([status, response]) => otherwise(status, response))}</dl>
`;
}

/** What an answer of this HTTP status means, what it has beside code and msg, and which messages it can have. */
function otherwise(status: string, { description, headers = {}, content }: ResponseNode): Html {
  const { schema, examples = {} } = content['application/json'] as Content;
  // What is beside the success.
  const names = (schema.anyOf?.slice(1) ?? [schema]).map(nameOf);
  const links = [...new Set(names)].map((name) =>
    name === null ? '' : html` <a href="#${schemaAnchor(name)}">${name}</a>`,
  );
  const inHead = Object.entries(headers).map(
    ([name, { description: about }]) => html` <code>${name}</code>: ${about}.`,
  );
  const messages = Object.values(examples).map(
    ({ summary, value }) => html`<li><code>${value.msg}</code> ${prose(summary)}</li>
`,
  );
  return html`<div><dt>${texts.http} ${status}</dt><dd>${prose(description)}.${inHead}${links}
<ul>
${messages}</ul></dd></div>
`;
}
