import { html } from 'hono/html';
import { plural, t } from '#shared/languages/translate.ts';
import type { FoundCapability } from '#shared/packages/capabilities.ts';
import { capability, specialAccessByPermission } from '#shared/packages/capability-records.ts';
import type { PublicApp } from '../public/public-app.ts';
import { cleanText } from '../public/stored.ts';
import type { Markup } from './layout.ts';

/** Renders what the newest version of an app can do, in plain words, the gravest first. */
export function permissionsCard({ listed, permissions, capabilities }: PublicApp): Markup {
  const explained = new Set(capabilities.flatMap(({ evidence }) => evidence.map(({ name }) => name)));
  const others = permissions.filter(
    (name) => !explained.has(name) && specialAccessByPermission(name) === null,
  );
  // On iOS every usage text is for something that the system protects, known here or not.
  const isAllKnown = listed.platform === 'android' || others.length === 0;
  return html`<section class="card" aria-labelledby="permissions"><h2 id="permissions">${t`Permissions`}</h2>
${
  capabilities.length === 0
    ? isAllKnown
      ? html`<p>${t`It requests no permissions that are known to be sensitive.`}</p>`
      : ''
    : html`<p class="note">${t`It can ask to:`}</p>
<ul class="permissions note">${capabilities.map(renderCapability)}</ul>`
}
${others.length === 0 ? '' : html`<details class="others"><summary>${plural(others.length, { one: '# more permission', other: '# more permissions' })}</summary><ul>${others.map((name) => html`<li><code>${shortName(name)}</code></li>`)}</ul></details>`}
</section>`;
}

function renderCapability({ id, evidence }: FoundCapability): Markup {
  const names = evidence
    .filter(({ kind }) => kind !== 'component')
    .map(({ name }) => shortName(cleanText(name)));
  return html`<li>${capability(id).sentence}${[...new Set(names)].map((name) => html`<code>${name}</code>`)}</li>`;
}

function shortName(name: string): string {
  return name.replace(/^android\.permission\./, '');
}
