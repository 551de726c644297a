import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { create } from 'qrcode';
import { drawQrCode } from '#shared/qr-code.ts';
import type { StoreRepository } from '#shared/settings/calls.ts';
import { groupFingerprint } from '#shared/settings/fingerprint.ts';
import type { AltstoreSource } from '../../platform/db/tables/feeds.ts';
import { fontFace, SCRIPT, STYLE } from './style.ts';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The parts that every page of the store shares. */
export interface Store {
  readonly name: string;
  /** Empty for none. */
  readonly tagline: string;
  readonly basePath: string;
  /** The path of the logo below the base path. */
  readonly logo: string;
  readonly repository: StoreRepository;
  /** The AltStore sources that list an app. */
  readonly sources: readonly AltstoreSource[];
}

interface PageParts {
  readonly title: string;
  readonly description: string;
  readonly content: Markup;
}

/** The style element's content, with the typeface that the client's build contains. */
export function styleOf(basePath: string, font: string | null): string {
  return `${font === null ? '' : fontFace(`${basePath}${font}`)}${STYLE}`;
}

/** Returns a whole page. Links in it are relative to the repository's address with a slash at its end. */
export function renderPage(store: Store, style: string, { title, description, content }: PageParts): Markup {
  const { basePath, name, logo, repository } = store;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<base href="${basePath}fdroid/repo/">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="${basePath}${logo}">
<link rel="canonical" href="${repository.address}/">
<style>${raw(style)}</style>
</head>
<body>
<header class="bar"><div><a href="./"><img src="${basePath}${logo}" alt="" width="28" height="28"><span>${name}</span></a></div></header>
<main>${content}</main>
<footer><p>For publishers: <a href="${basePath}login">sign in to ${name}</a>.</p></footer>
<script>${raw(SCRIPT)}</script>
</body>
</html>`;
}

/** Returns the link that opens a client on this device; a `narrow` one is shown only where the card comes late. */
export function installButton({ repository }: Store, look: '' | 'narrow' = ''): Markup {
  return html`<a class="button ${look}" href="${repository.appLink}">Add to F-Droid</a>`;
}

/** Returns the card by which people add the store to an F-Droid client. */
export function installCard(store: Store): Markup {
  const { repository } = store;
  const { side, path } = drawQrCode(create(repository.link, { errorCorrectionLevel: 'M' }).modules);
  return html`<section class="card" aria-labelledby="install">
<h2 id="install">Add this store</h2>
${installButton(store)}
<p class="quiet note">Opens F-Droid or another client on this device. <a href="https://f-droid.org" rel="noreferrer">Get F-Droid</a></p>
<figure>
<svg class="code" viewBox="0 0 ${side} ${side}" width="220" height="220" shape-rendering="crispEdges" role="img" aria-label="QR code of the repository address"><path d="${path}" fill="#000"/></svg>
<figcaption class="quiet">Or scan this code on your phone.</figcaption>
</figure>
${copyField({ id: 'address', label: 'Repository address', text: repository.link, shown: repository.address })}
${copyField({ id: 'fingerprint', label: 'Fingerprint (SHA-256)', text: repository.fingerprint, shown: groupFingerprint(repository.fingerprint) })}
</section>`;
}

interface CopyField {
  /** Also names the value on the button. */
  readonly id: 'address' | 'fingerprint' | `source-${AltstoreSource}`;
  readonly label: string;
  /** The text to copy. */
  readonly text: string;
  /** The text to read, if it is another one. */
  readonly shown?: string;
}

/** Returns a text with a button that copies it. */
export function copyField({ id, label, text, shown = text }: CopyField): Markup {
  return html`<div class="value">
<div><h3>${label}</h3><button class="copy" type="button" data-copy="${id}" aria-live="polite" hidden>Copy ${id.startsWith('source') ? 'address' : id}</button></div>
<code id="${id}" data-text="${text}">${breakable(shown)}</code>
</div>`;
}

/** Lets an address break after its slashes, so that its words stay whole where there is room. */
function breakable(text: string): Markup[] {
  return text.split(/(?<=\/)(?!\/)/).map((part) => html`${part}<wbr>`);
}

/** Returns an app's icon, or an empty tile without one. */
export function appIcon(icon: string | null, size: number): Markup {
  return icon === null
    ? html`<svg class="icon" width="${size}" height="${size}" viewBox="0 0 48 48" aria-hidden="true"><path d="M16 18h16v14H16z" fill="none" stroke="currentColor" stroke-opacity=".4" stroke-width="2"/></svg>`
    : html`<img class="icon" src="${icon}" alt="" width="${size}" height="${size}" loading="lazy">`;
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Returns a day as text, in UTC. */
export function dayText(at: Date): Markup {
  return html`<time datetime="${at.toISOString()}">${DAY.format(at)}</time>`;
}
