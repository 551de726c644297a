import { html } from 'hono/html';
import { t } from '#shared/languages/translate.ts';
import { groupFingerprint } from '#shared/settings/fingerprint.ts';
import type { AltstoreSource } from '../../platform/db/tables/feeds.ts';
import type { PublicApp } from '../public/public-app.ts';
import type { Markup, Store } from './layout.ts';
import { qrCode } from './qr-code.ts';

/**
 * The store clients that open a repository's link, by their Android packages. Each declares the scheme `fdroidrepos`
 * in its manifest.
 */
const CLIENTS = [
  { name: 'F-Droid', id: 'org.fdroid.fdroid', url: 'https://f-droid.org' },
  { name: 'Droid-ify', id: 'com.looker.droidify', url: 'https://f-droid.org/packages/com.looker.droidify/' },
  {
    name: 'Neo Store',
    id: 'com.machiav3lli.fdroid',
    url: 'https://f-droid.org/packages/com.machiav3lli.fdroid/',
  },
] as const;

/** Returns the link that opens a client on this device; a `narrow` one is shown only where the card comes late. */
export function installButton({ repository }: Store, look: '' | 'narrow' = ''): Markup {
  return html`<a class="button ${look}" href="${repository.appLink}">${t`Add to F-Droid`}</a>`;
}

/** An app's page that the card is on. */
type ShownApp = Pick<PublicApp, 'name'> & {
  readonly listed: Pick<PublicApp['listed'], 'applicationId' | 'authorName'>;
};

/** Returns the card by which people add the store, or this app of it, to an F-Droid client. */
export function installCard(store: Store, app?: ShownApp): Markup {
  const { repository } = store;
  return html`<section class="card" aria-labelledby="install">
<h2 id="install">${t`Add this store`}</h2>
${installButton(store)}
<p class="quiet note">${t`Opens F-Droid or another client on this device.`}</p>
${store.access === 'readers' ? html`<p class="note">${t`The store is private: clients ask for a user name and a password. Enter any name, and a reader token as the password.`}</p>` : ''}
<figure>
${qrCode(repository.link, t`QR code of the repository address`)}
<figcaption class="quiet">${t`Or scan this code on your phone.`}</figcaption>
</figure>
<h3>${t`Clients`}</h3>
<ul class="clients">${listClients(store, app).map(
    ({ name, link, url }) =>
      html`<li><span>${name}</span><a href="${link}" aria-label="${t`Add to ${name}`}">${t`Add`}</a><a href="${url}" rel="noreferrer" aria-label="${t`Get ${name}`}">${t`Get`}</a></li>`,
  )}</ul>
${copyField({ id: 'address', label: t`Repository address`, button: t`Copy address`, text: repository.link, shown: repository.address })}
${copyField({ id: 'fingerprint', label: t`Fingerprint (SHA-256)`, button: t`Copy fingerprint`, text: repository.fingerprint, shown: groupFingerprint(repository.fingerprint) })}
</section>`;
}

interface ClientLinks {
  readonly name: string;
  /** Adds the store or the app. */
  readonly link: string;
  /** Where to get the client. */
  readonly url: string;
}

function listClients({ repository, access }: Store, app: ShownApp | undefined): ClientLinks[] {
  const clients = CLIENTS.map(({ name, id, url }) => ({
    name,
    url,
    link: openIn({ appLink: repository.appLink, packageId: id }, url),
  }));
  // It sends no password.
  if (access === 'readers') return clients;
  const { name, url } = OBTAINIUM;
  return [...clients, { name, url, link: openIn({ appLink: obtainiumLink(repository.address, app) }, url) }];
}

const OBTAINIUM = { name: 'Obtainium', url: 'https://obtainium.imranr.dev' };

/**
 * Returns the link by which Obtainium adds an app, or where none is shown asks which app of the repository to add.
 * Source: Obtainium, `interpretLink` in home.dart and `App.fromJson`; it never takes an address for a repository's itself.
 */
function obtainiumLink(address: string, app: ShownApp | undefined): string {
  if (!app) return `obtainium://add/${address}`;
  const { applicationId: id, authorName } = app.listed;
  const added = {
    id,
    url: `${address}?appId=${id}`,
    author: authorName ?? '',
    name: app.name,
    overrideSource: 'FDroidRepo',
    additionalSettings: JSON.stringify({ appIdOrName: id }),
  };
  return `obtainium://app/${encodeURIComponent(JSON.stringify(added))}`;
}

interface OpenedLink {
  readonly appLink: string;
  /** The app that opens it; absent for any that can. */
  readonly packageId?: string;
}

/**
 * Returns what opens a link in an app on Android, or the page where to get the app.
 * Source: developer.chrome.com "Android Intents with Chrome".
 */
function openIn({ appLink, packageId }: OpenedLink, fallback: string): string {
  const [, scheme = '', rest = ''] = /^(.*?):\/\/(.*)$/.exec(appLink) ?? [];
  const target = packageId === undefined ? '' : `package=${packageId};`;
  return `intent://${rest}#Intent;scheme=${scheme};${target}S.browser_fallback_url=${encodeURIComponent(fallback)};end`;
}

interface CopyField {
  readonly id: 'address' | 'fingerprint' | `source-${AltstoreSource}`;
  readonly label: string;
  readonly button: string;
  /** The text to copy. */
  readonly text: string;
  /** The text to read, if it is another one. */
  readonly shown?: string;
}

/** Returns a text with a button that copies it. */
export function copyField({ id, label, button, text, shown = text }: CopyField): Markup {
  return html`<div class="value">
<div><h3>${label}</h3><button class="copy" type="button" data-copy="${id}" aria-live="polite" hidden>${button}</button></div>
<code id="${id}" data-text="${text}">${withBreaks(shown)}</code>
</div>`;
}

/** Lets an address break after its slashes, so that its words stay whole where there is room. */
function withBreaks(text: string): Markup[] {
  return text.split(/(?<=\/)(?!\/)/).map((part) => html`${part}<wbr>`);
}
