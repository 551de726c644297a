import { html } from 'hono/html';
import { t } from '#shared/languages/translate.ts';
import { ANTI_FEATURES } from '#shared/listings/anti-feature.ts';
import type { PublicApp } from '../public/public-app.ts';
import { type Markup, textIn } from './layout.ts';

/** Says in plain words what people may not like about an app; nothing when there is nothing to say. */
export function antiFeaturesCard({ antiFeatures }: PublicApp): Markup | '' {
  if (antiFeatures.length === 0) return '';
  return html`<section class="card" aria-labelledby="anti"><h2 id="anti">${t`Before you install`}</h2>
<dl class="warnings">${antiFeatures.map(({ id, reason, locale }) => {
    const { label, explanation } = ANTI_FEATURES[id];
    return html`<dt>${label()}</dt><dd>${explanation()}${reason === null ? '' : html` <span class="quiet" ${textIn(locale)}>${reason}</span>`}</dd>`;
  })}</dl></section>`;
}
