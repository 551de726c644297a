import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { directionOf } from '#shared/languages/direction.ts';
import { formatNumber, messageLanguage, t } from '#shared/languages/translate.ts';
import type { StoreRepository } from '#shared/settings/calls.ts';
import { LEGAL_LABELS, type LegalKind, legalPath } from '#shared/settings/legal.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';
import type { AltstoreSource } from '../../platform/db/tables/feeds.ts';
import { fontFace, SCRIPT, STYLE } from './style.ts';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The parts that every page of the store shares. */
export interface Store {
  readonly name: string;
  /** Empty for none. */
  readonly tagline: string;
  readonly basePath: string;
  /** Ends with a slash. */
  readonly publicUrl: string;
  /** The path of the logo below the base path. */
  readonly logo: string;
  readonly repository: StoreRepository;
  readonly access: StoreSettings['storeAccess'];
  /** The legal texts that it has. */
  readonly legalTexts: readonly LegalKind[];
  /** The AltStore sources that list an app. */
  readonly sources: readonly AltstoreSource[];
  readonly categories: readonly { readonly id: string; readonly name: string }[];
}

/** A page without the frame that all pages share. */
export interface PageParts {
  readonly title: string;
  readonly description: string;
  readonly content: Markup;
  /** The page's address for search engines and previews. */
  readonly address: string;
  /** The address of its Atom feed; null for none. */
  readonly feed: string | null;
  /** The address of the picture of previews; a wide one is shown large. */
  readonly image: { readonly url: string; readonly isWide: boolean; readonly alt: string };
}

/** The style element's content, with the typeface that the client's build contains. */
export function styleOf(basePath: string, font: string | null): string {
  return `${font === null ? '' : fontFace(`${basePath}${font}`)}${STYLE}`;
}

/** Returns a whole page. Links in it are relative to the repository's address with a slash at its end. */
export function renderPage(store: Store, style: string, page: PageParts): Markup {
  const { basePath, name, logo } = store;
  const { title, description, content, address, feed, image } = page;
  return html`<!doctype html>
<html lang="${messageLanguage()}">
<head>
<meta charset="utf-8">
<base href="${basePath}fdroid/repo/">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="${basePath}${logo}">
<link rel="canonical" href="${address}">
${feed === null ? '' : html`<link rel="alternate" type="application/atom+xml" href="${feed}">`}
<meta property="og:type" content="website">
<meta property="og:site_name" content="${name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${address}">
<meta property="og:image" content="${image.url}">
<meta property="og:image:alt" content="${image.alt}">
<meta name="twitter:card" content="${image.isWide ? 'summary_large_image' : 'summary'}">
<style>${raw(style)}</style>
</head>
<body data-copied="${t`Copied`}" data-select="${t`Select the text instead`}">
<header class="bar"><div><a href="${homeOf(store)}"><img src="${basePath}${logo}" alt="" width="28" height="28"><span dir="auto">${name}</span></a></div></header>
<main>${content}</main>
<footer><ul class="links">${footerLinks(store, feed).map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}</ul></footer>
<script>${raw(SCRIPT)}</script>
</body>
</html>`;
}

/** Returns the address that a page's header leads to: the list of apps, or the console of a store without public pages. */
function homeOf({ access, basePath }: Store): string {
  return access === 'hidden' ? basePath : './';
}

function footerLinks({ basePath, legalTexts }: Store, feed: string | null) {
  return [
    ...(feed === null ? [] : [{ href: feed, label: t`Releases as Atom feed` }]),
    { href: `${basePath}login`, label: t`Sign in as a publisher` },
    ...legalTexts.map((kind) => ({
      href: `${basePath}${legalPath(kind)}`,
      label: LEGAL_LABELS[kind],
    })),
  ];
}

/** Returns the attributes of an element with a text in a language: the page itself runs from left to right. */
export function textIn(locale: string): Markup {
  const direction = directionOf(locale);
  return html`lang="${locale}"${direction === 'ltr' ? '' : html` dir="${direction}"`}`;
}

/** Returns an app's icon, or an empty tile without one. */
export function appIcon(icon: string | null, size: number): Markup {
  return icon === null
    ? html`<svg class="icon" width="${size}" height="${size}" viewBox="0 0 48 48" aria-hidden="true"><path d="M16 18h16v14H16z" fill="none" stroke="currentColor" stroke-opacity=".4" stroke-width="2"/></svg>`
    : html`<img class="icon" src="${icon}" alt="" width="${size}" height="${size}" loading="lazy">`;
}

/** Returns rendered Markdown with headings below those of its page (`DESCRIPTION_ELEMENTS` has `h1` to `h6`). */
export function lowerHeadings(rendered: string, level: 2 | 3): string {
  return rendered.replaceAll(/<(\/?)h[1-6]>/g, `<$1h${level}>`);
}

/** Returns a day as text, in UTC. */
export function dayText(at: Date): Markup {
  const text = at.toLocaleDateString(messageLanguage(), { dateStyle: 'medium', timeZone: 'UTC' });
  return html`<time datetime="${at.toISOString()}">${text}</time>`;
}

/** Returns a size in megabytes, or kilobytes below one, such as `4.2 MB` or `350 kB`. */
export function sizeText(bytes: number): string {
  const [value, unit, maximumFractionDigits] =
    bytes < 999_500
      ? ([Math.max(1, bytes / 1e3), 'kilobyte', 0] as const)
      : ([bytes / 1e6, 'megabyte', 1] as const);
  return formatNumber(value, { style: 'unit', unit, maximumFractionDigits });
}
