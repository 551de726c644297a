import { html } from 'hono/html';
import { isolate } from '#shared/languages/direction.ts';
import type { Branding } from '../../platform/branding/branding.ts';
import { addressesOf } from '../../platform/store-addresses.ts';
import type { ListedRow } from '../public/listed-apps.ts';
import type { PublicApp } from '../public/public-app.ts';
import { chooseNotes } from '../public/public-versions.ts';
import { xmlText } from '../public/stored.ts';

/** Entries of a feed. */
export const MAX_ENTRIES = 50;

/** One release. */
interface AtomEntry {
  readonly id: string;
  readonly title: string;
  readonly link: string;
  readonly at: Date;
  readonly author: string;
  /** Plain text. */
  readonly text: string;
  readonly language: string;
}

interface Feed {
  readonly title: string;
  readonly self: string;
  readonly link: string;
  readonly author: string;
  readonly entries: readonly AtomEntry[];
}

interface OfStore {
  readonly publicUrl: string;
  readonly branding: Pick<Branding, 'name'>;
}

/** Returns the Atom feed of the newest release of each app. */
export function renderStoreFeed(
  { publicUrl, branding: { name } }: OfStore,
  apps: readonly ListedRow[],
): string {
  const addresses = addressesOf(publicUrl);
  return renderFeed({
    title: `New releases in ${name}`,
    self: addresses.feed,
    link: addresses.store,
    author: name,
    entries: apps.map((app) => ({
      id: releaseId(addresses.page(app), app.publishedAt),
      title: `${isolate(app.name)} ${app.versionName}`,
      link: addresses.page(app),
      at: app.publishedAt,
      author: app.authorName ?? name,
      text: app.summary ?? '',
      language: app.locale,
    })),
  });
}

/** Returns the Atom feed of an app's releases. */
export function renderAppFeed({ publicUrl, branding: { name } }: OfStore, app: PublicApp): string {
  const { listed, locale } = app;
  const addresses = addressesOf(publicUrl);
  const author = listed.authorName ?? name;
  return renderFeed({
    title: `Releases of ${app.name}`,
    self: addresses.appFeed(listed),
    link: addresses.page(listed),
    author,
    entries: app.versions.map((version) => ({
      id: releaseId(addresses.page(listed), version.publishedAt),
      title: `${isolate(app.name)} ${version.versionName}`,
      link: addresses.page(listed),
      at: version.publishedAt,
      author,
      text: chooseNotes(version, [locale]) ?? '',
      language: locale,
    })),
  });
}

/** The same in both feeds, so that readers of both show a release once. Versions can share their name, but not the time. */
function releaseId(page: string, publishedAt: Date): string {
  return `${page}#${publishedAt.toISOString()}`;
}

/** Source of the elements: RFC 4287. */
function renderFeed({ title, self, link, author, entries }: Feed): string {
  // Without entries the feed has never changed; the start of Unix time is a valid date that stays the same.
  const updated = new Date(Math.max(0, ...entries.map(({ at }) => at.getTime())));
  return String(html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${self}</id>
<title>${xmlText(title)}</title>
<updated>${updated.toISOString()}</updated>
<author><name>${xmlText(author)}</name></author>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${link}"/>
${entries.map(
  (entry) => html`<entry xml:lang="${entry.language}">
<id>${entry.id}</id>
<title>${xmlText(entry.title)}</title>
<updated>${entry.at.toISOString()}</updated>
<author><name>${xmlText(entry.author)}</name></author>
<link rel="alternate" type="text/html" href="${entry.link}"/>
<content type="text">${xmlText(entry.text)}</content>
</entry>
`,
)}</feed>
`);
}
