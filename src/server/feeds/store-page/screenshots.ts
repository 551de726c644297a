import { html } from 'hono/html';
import { t } from '#shared/languages/translate.ts';
import { PICTURES, type ScreenshotKind } from '#shared/listings/field-records.ts';
import type { PublicApp, PublicPicture } from '../public/public-app.ts';
import type { Markup } from './layout.ts';

/** Renders an app's screenshots by device, each with a link to its full size; nothing without any. */
export function screenshotsCard({ screenshots }: PublicApp): Markup | '' {
  if (screenshots.length === 0) return '';
  const byKind = [...Map.groupBy(screenshots, ({ kind }) => kind)];
  return html`<section class="card" aria-labelledby="shots"><h2 id="shots">${t`Screenshots`}</h2>
<div class="devices">${byKind.map(([kind, shots]) => row({ kind, shots, hasHeading: byKind.length > 1 }))}</div></section>`;
}

interface ScreenshotRow {
  readonly kind: ScreenshotKind;
  readonly shots: readonly PublicPicture[];
  readonly hasHeading: boolean;
}

function row({ kind, shots, hasHeading }: ScreenshotRow): Markup {
  const { device } = PICTURES[kind];
  return html`<div>${hasHeading ? html`<h3>${device}</h3>` : ''}<div class="shots" tabindex="0" role="group" aria-label="${t`Screenshots: ${device}`}">${shots.map(
    ({ path, width, height }, at) =>
      html`<a href="${path}"><img src="${path}" alt="${t`Screenshot ${at + 1}, ${device}`}" loading="lazy" width="${width}" height="${height}"></a>`,
  )}</div></div>`;
}
