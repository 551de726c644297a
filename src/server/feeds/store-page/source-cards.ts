import { eq, sql } from 'drizzle-orm';
import { html } from 'hono/html';
import { t } from '#shared/languages/translate.ts';
import type { StoreSource } from '#shared/settings/calls.ts';
import type { Db } from '../../platform/db/open.ts';
import { ALTSTORE_SOURCES, type AltstoreSource, altstoreApps } from '../../platform/db/tables/feeds.ts';
import { copyField } from './install.ts';
import type { Markup, Store } from './layout.ts';
import { qrCode } from './qr-code.ts';

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

/** Returns a card for each source with apps, by which people add it to AltStore where that works. */
export function sourceCards(store: Store): Markup[] {
  return store.sources.map((source) => sourceCard(store, source));
}

function sourceCard({ repository, access }: Store, source: AltstoreSource): Markup {
  const isPrivate = access === 'readers';
  const limitation = limitationOf(source, isPrivate);
  return html`<section class="card" aria-labelledby="install-${source}">
<h2 id="install-${source}">${source === 'pal' ? t`For AltStore PAL` : t`For iPhone and iPad`}</h2>
${limitation === null ? '' : html`<p>${limitation}</p>`}
${isPrivate ? '' : addSource(`source-${source}`, repository.sources[source])}
</section>`;
}

/** Returns why clients can't install what a source lists; null when they can. */
function limitationOf(source: AltstoreSource, isPrivate: boolean): string | null {
  if (isPrivate)
    return t`AltStore and SideStore can’t send a reader token, so they can’t read a private store.`;
  return source === 'pal'
    ? t`AltStore PAL shows these apps but can’t install them from this store yet: it needs the packages that Apple makes for alternative distribution, and the store has IPA files.`
    : null;
}

/** Returns the links, the QR code and the address by which people add a source. */
function addSource(id: `source-${AltstoreSource}`, { address, links }: StoreSource): Markup {
  const label = t`QR code that adds the source to ${links[0]?.client ?? 'AltStore'}`;
  return html`${links.map(({ client, link }, at) => html`<p${at === 0 ? '' : html` class="note"`}><a class="button ${at === 0 ? '' : 'plain'}" href="${link}">${t`Add to ${client}`}</a></p>`)}
<figure>
${qrCode(links[0]?.link ?? address, label)}
<figcaption class="quiet">${t`Or scan this code on your device.`}</figcaption>
</figure>
${copyField({ id, label: t`Source address`, button: t`Copy address`, text: address })}`;
}
