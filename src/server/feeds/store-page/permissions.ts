import { html } from 'hono/html';
import { plural, t } from '#shared/languages/translate.ts';
import { explainPermission } from '#shared/packages/sensitive-permissions.ts';
import type { PublicApp } from '../public/public-app.ts';
import type { Markup } from './layout.ts';

/** Renders what the newest version of an app can access, in plain words. */
export function permissionsCard({ listed, permissions }: PublicApp): Markup {
  const explained = permissions.flatMap((name) => {
    const explanation = explainPermission(name);
    return explanation === null ? [] : [{ name, explanation }];
  });
  const others = permissions.filter((name) => explainPermission(name) === null);
  // On iOS every usage text is for something that the system protects, known here or not.
  const isAllKnown = listed.platform === 'android' || others.length === 0;
  return html`<section class="card" aria-labelledby="permissions"><h2 id="permissions">${t`Permissions`}</h2>
${
  explained.length === 0
    ? isAllKnown
      ? html`<p>${t`It requests no permissions that are known to be sensitive.`}</p>`
      : ''
    : html`<p class="note">${t`It can ask to:`}</p>
<ul class="permissions note">${explained.map(({ name, explanation }) => html`<li>${explanation}<code>${shortName(name)}</code></li>`)}</ul>`
}
${others.length === 0 ? '' : html`<details class="others"><summary>${plural(others.length, { one: '# more permission', other: '# more permissions' })}</summary><ul>${others.map((name) => html`<li><code>${shortName(name)}</code></li>`)}</ul></details>`}
</section>`;
}

function shortName(name: string): string {
  return name.replace(/^android\.permission\./, '');
}
