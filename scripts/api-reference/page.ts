import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html, raw } from 'hono/html';
import { calls } from '#shared/calls.ts';
import { REASONS } from '#shared/reasons.ts';
import { SCOPES } from '#shared/token-scope.ts';
import { callCommand } from '#shared/tokens/call-command.ts';
import type { CallText } from './call-texts.ts';
import { CALL_TEXTS, type DescribedCall, describeApi, STORE_PLACEHOLDER } from './document.ts';
import { describeErrors } from './errors.ts';
import { type Field, listFields } from './fields.ts';
import { type JsonSchema, SHARED_TYPES } from './schemas.ts';
import { typeText } from './type-text.ts';

type Html = ReturnType<typeof html>;

/** The name of a shared type, which is no field and not in quotes. */
const TYPE_NAME = new RegExp(`(?<![\\w;])(?:${SHARED_TYPES.join('|')})(?![\\w?:&])`, 'g');

/** The programs of the reference, which a test runs. */
export const PROGRAMS = {
  'publish.sh': 'curl: publish a first version in five requests',
  'publish.mjs': 'JavaScript: publish the next version',
  'publish.py': 'Python: publish the next version',
  'upload-with-tus.mjs': 'tus-js-client: upload a large file in pieces',
  'receive-webhooks.mjs': 'JavaScript: receive webhooks and verify their signatures',
  'receive-webhooks.py': 'Python: receive webhooks and verify their signatures',
  'ReceiveWebhooks.java': 'Java: receive webhooks and verify their signatures',
} as const;

/** An operation of the document, in the parts that the page shows. */
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}
interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}
type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

interface Route extends Operation {
  readonly method: string;
  readonly path: string;
}

/** Returns what the reference page shows between its header and its end, as HTML. */
export function renderReference(): string {
  const document = describeApi();
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, unknown>)
      .filter(([method]) => method !== 'parameters')
      .map(
        ([method, operation]): Route => ({ ...(operation as Operation), method: method.toUpperCase(), path }),
      ),
  );
  return String(html`
    ${renderContents(document.tags)}
    <section id="about" aria-label="How it works"><h2>How it works</h2>${paragraphs(document.info.description)}</section>
    ${renderScopes()} ${renderErrors()} ${renderPrograms()}
    ${document.tags.map(({ name, description }) =>
      renderGroup(name, { description, routes: routes.filter(({ tags }) => tags.includes(name)) }),
    )}
    ${renderTypes(document.components.schemas as Readonly<Record<string, JsonSchema>>)}
  `);
}

function renderContents(tags: readonly { name: string }[]): Html {
  return html`<nav aria-label="Contents">
    <p class="search">
      <label for="search">Search operations</label>
      <input id="search" type="search" autocomplete="off" placeholder="Such as submit">
      <output id="found" for="search"></output>
    </p>
    <ul class="contents">
      ${[
        ['about', 'How it works'],
        ['scopes', 'Scopes'],
        ['errors', 'Errors'],
        ['programs', 'Examples'],
        ...tags.map(({ name }) => [idOf(name), titleOf(name)]),
        ['types', 'Types'],
      ].map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`;
}

function renderScopes(): Html {
  return html`<section id="scopes" aria-label="Scopes">
    <h2>Scopes</h2>
    <table aria-label="Scopes">
      <thead><tr><th scope="col">Scope</th><th scope="col">Allows a token to</th></tr></thead>
      <tbody>
        ${Object.entries(SCOPES).map(
          ([scope, meaning]) => html`<tr><td><code>${scope}</code></td><td>${meaning}</td></tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function renderErrors(): Html {
  return html`<section id="errors" aria-label="Errors">
    <h2>Errors</h2>
    <table aria-label="Statuses">
      <thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
      <tbody>
        ${describeErrors().map(
          ({ status, wire, meaning }) =>
            html`<tr><td>${status} <code>${wire}</code></td><td>${inline(meaning)}</td></tr>`,
        )}
      </tbody>
    </table>
    <h3 id="reasons">Reasons</h3>
    <p>
      <code>details.reason</code> of an error is one of these codes, in calls and uploads alike. Programs can rely on
      them; messages change.
    </p>
    <table aria-label="Reasons">
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(REASONS).map(
          ([reason, meaning]) => html`<tr>
            <td><code>${reason}</code></td>
            <td>${meaning()}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function renderPrograms(): Html {
  return html`<section id="programs" aria-label="Examples">
    <h2>Examples</h2>
    ${Object.entries(PROGRAMS).map(
      ([file, title]) => html`<h3>${title}</h3>${renderCode(readProgram(file), file)}`,
    )}
  </section>`;
}

/** Returns the text of a program of the reference. */
export function readProgram(file: string): string {
  return readFileSync(join(import.meta.dirname, 'examples', file), 'utf8');
}

function renderGroup(
  name: string,
  { description, routes }: { description: string; routes: readonly Route[] },
): Html {
  return html`<section id="${idOf(name)}" class="group" aria-label="${titleOf(name)}">
    <h2>${titleOf(name)}</h2>
    <p>${inline(description)}</p>
    ${routes.map(renderOperation)}
  </section>`;
}

function renderOperation(route: Route): Html {
  const { operationId, summary, description, method, path, security } = route;
  const scopes = security
    .flatMap(({ apiToken = [] }) => apiToken)
    .map((scope) => html` · scope <code>${scope}</code>`);
  return html`<article id="${operationId}" class="operation">
    <h3><a href="#${operationId}">${summary}</a></h3>
    <p><code>${method} ${path.slice(1)}</code>${scopes}</p>
    <p>${inline(description)}</p>
    ${renderCommand(operationId)}
    <details>
      <summary>Fields and responses</summary>
      ${renderRequest(route)} ${renderResponses(route)}
    </details>
  </article>`;
}

function renderCommand(name: string): Html | '' {
  if (!Object.hasOwn(CALL_TEXTS, name)) return '';
  const { example }: CallText = CALL_TEXTS[name as DescribedCall];
  const needsToken = calls[name as DescribedCall].access !== 'public';
  return renderCode(callCommand(`${STORE_PLACEHOLDER}/`, { name, example, needsToken }), `curl ${name}`);
}

function renderRequest({ parameters = [], requestBody }: Route): Html {
  const body = requestBody?.content['application/json']?.schema;
  // What is named by reference is explained for all calls together.
  const given = parameters
    .filter(({ $ref }) => $ref === undefined)
    .map(({ name, required = false, description, schema }) => {
      const [field] = listFields({
        properties: { [name]: { ...schema, ...(description && { description }) } },
      });
      return { ...(field as Field), isRequired: required };
    });
  const fields = [
    ...given,
    ...(body === undefined ? [] : listFields(body).filter(({ name }) => name !== 'data')),
  ];
  if (fields.length === 0) return html`<p>It takes no fields.</p>`;
  return html`<table aria-label="Fields">
    <thead><tr><th scope="col">Field</th><th scope="col">Value</th></tr></thead>
    <tbody>
      ${fields.map(
        ({ name, type, isRequired, limits }) => html`<tr>
          <td><code>${name}</code>${isRequired ? '' : ' (optional)'}</td>
          <td><code>${type}</code>${limits.length > 0 ? html` ${limits.join(', ')}` : ''}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

function renderResponses({ responses }: Route): Html {
  return html`<dl>
    ${Object.entries(responses).map(([status, { $ref, description, content }]) => {
      const schema = status.startsWith('2') ? content?.['application/json']?.schema : undefined;
      return html`<dt>${status}</dt>
        <dd>
          ${inline(description ?? ($ref === undefined ? '' : 'An error, as calls return it.'))}
          ${schema === undefined ? '' : renderType(schema)}
        </dd>`;
    })}
  </dl>`;
}

function renderTypes(types: Readonly<Record<string, JsonSchema>>): Html {
  return html`<section id="types" aria-label="Types">
    <h2>Types</h2>
    <p>Types that several results share. A question mark stands for a field that may be missing.</p>
    ${Object.entries(types).map(
      ([name, schema]) => html`<h3 id="type-${name}">${name}</h3>${renderType(schema)}`,
    )}
  </section>`;
}

/** Shows a type, with links to the shared types in it. */
function renderType(schema: JsonSchema): Html {
  const text = String(html`${typeText(schema)}`);
  const linked = text.replaceAll(TYPE_NAME, '<a href="#type-$&">$&</a>');
  return html`<pre><code>${raw(linked)}</code></pre>`;
}

function renderCode(code: string, label: string): Html {
  return html`<pre><code data-example="${label}">${code.trimEnd()}</code></pre>`;
}

const idOf = (tag: string) => tag.replaceAll(' ', '-');
const titleOf = (tag: string) => tag.charAt(0).toUpperCase() + tag.slice(1);

function paragraphs(text: string): Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

/** Returns a text with its code, strong words and links, as CommonMark writes them. */
function inline(text: string): Html {
  return html`${raw(
    String(html`${text}`)
      .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
      .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
      .replaceAll(/\[([^\]]+)\]\((https:[^)\s]+)\)/g, '<a href="$2">$1</a>'),
  )}`;
}
