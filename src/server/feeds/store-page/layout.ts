import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { formatNumber, messageLanguage, t } from '#shared/languages/translate.ts';
import type { StoreRepository } from '#shared/settings/calls.ts';
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
  /** True when it asks for a reader token. */
  readonly isPrivate: boolean;
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
  /** The address of its Atom feed. */
  readonly feed: string;
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
<link rel="alternate" type="application/atom+xml" href="${feed}">
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
<header class="bar"><div><a href="./"><img src="${basePath}${logo}" alt="" width="28" height="28"><span>${name}</span></a></div></header>
<main>${content}</main>
<footer><p><a href="${feed}">${t`Releases as Atom feed`}</a> · <a href="${basePath}login">${t`Sign in as a publisher`}</a></p></footer>
<script>${raw(SCRIPT)}</script>
</body>
</html>`;
}

/** Returns an app's icon, or an empty tile without one. */
export function appIcon(icon: string | null, size: number): Markup {
  return icon === null
    ? html`<svg class="icon" width="${size}" height="${size}" viewBox="0 0 48 48" aria-hidden="true"><path d="M16 18h16v14H16z" fill="none" stroke="currentColor" stroke-opacity=".4" stroke-width="2"/></svg>`
    : html`<img class="icon" src="${icon}" alt="" width="${size}" height="${size}" loading="lazy">`;
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
