import { eq, sql } from 'drizzle-orm';
import { html } from 'hono/html';
import { create } from 'qrcode';
import { t } from '#shared/languages/translate.ts';
import { drawQrCode } from '#shared/qr-code.ts';
import type { Db } from '../../platform/db/open.ts';
import { ALTSTORE_SOURCES, type AltstoreSource, altstoreApps } from '../../platform/db/tables/feeds.ts';
import { copyField } from './install.ts';
import type { Markup, Store } from './layout.ts';

/** Returns the AltStore sources that list an app: this one, or any without an ID. */
export async function readListedSources(db: Db, appId?: string): Promise<AltstoreSource[]> {
  const ofApp = appId === undefined ? sql`true` : eq(altstoreApps.appId, appId);
  const { rows } = await db.execute<{ source: AltstoreSource }>(sql`
    SELECT source FROM unnest(${sql.param([...ALTSTORE_SOURCES])}::text[]) AS source
    WHERE EXISTS (
      SELECT FROM ${altstoreApps}
      WHERE ${altstoreApps.source} = source.source AND text IS NOT NULL AND ${ofApp})`);
  return rows.map(({ source }) => source);
}

/** Returns a card for each source with apps, by which people add it to AltStore. */
export function sourceCards({ repository, sources }: Store): Markup[] {
  return sources.map((source) => {
    const { address, links } = repository.sources[source];
    const { side, path } = drawQrCode(
      create(links[0]?.link ?? address, { errorCorrectionLevel: 'M' }).modules,
    );
    const id = `source-${source}` as const;
    return html`<section class="card" aria-labelledby="install-${source}">
<h2 id="install-${source}">${source === 'pal' ? t`For AltStore PAL` : t`For iPhone and iPad`}</h2>
${links.map(({ client, link }, at) => html`<p${at === 0 ? '' : html` class="note"`}><a class="button ${at === 0 ? '' : 'plain'}" href="${link}">${t`Add to ${client}`}</a></p>`)}
<figure>
<svg class="code" viewBox="0 0 ${side} ${side}" width="220" height="220" shape-rendering="crispEdges" role="img" aria-label="${t`QR code that adds the source to ${links[0]?.client ?? 'AltStore'}`}"><path d="${path}" fill="#000"/></svg>
<figcaption class="quiet">${t`Or scan this code on your device.`}</figcaption>
</figure>
${copyField({ id, label: t`Source address`, button: t`Copy address`, text: address })}
</section>`;
  });
}
