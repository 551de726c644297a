import { html, raw } from 'hono/html';
import { t } from '#shared/languages/translate.ts';
import { categoryLabel } from '#shared/listings/categories.ts';
import { DETAILS, type FieldRecord, TEXTS } from '#shared/listings/field-records.ts';
import { fieldsWith, linkOf } from '#shared/listings/fields.ts';
import { packagePath } from '../../catalog/versions/package-paths.ts';
import type { PublicApp } from '../public/public-app.ts';
import { chooseNotes } from '../public/public-versions.ts';
import { antiFeaturesCard } from './anti-features.ts';
import { installButton, installCard } from './install.ts';
import { appIcon, dayText, lowerHeadings, type Markup, type Store, sizeText, textIn } from './layout.ts';
import { permissionsCard } from './permissions.ts';
import { provenanceCard } from './provenance-card.ts';
import { screenshotsCard } from './screenshots.ts';
import { sourceCards } from './source-cards.ts';
import { versionHistory } from './version-history.ts';

/** Renders the page of one app. */
export function renderAppPage(store: Store, app: PublicApp, isFirstPage: boolean): Markup {
  const { listed, locale, name, summary, descriptionHtml } = app;
  const { authorName, icon, platform } = listed;
  const isIos = platform === 'ios';
  return html`<a href="./">${t`All apps`}</a>
<div class="head">
${appIcon(icon, 88)}
<div><h1 ${textIn(locale)}>${name}</h1>${authorName === null ? '' : html`<p class="quiet"><bdi>${authorName}</bdi></p>`}${summary === null ? '' : html`<p ${textIn(locale)}>${summary}</p>`}${categoryChips(store, app)}</div>
</div>
${isIos ? '' : installButton(store, 'narrow')}
<div class="columns about">
<div class="first">
${isFirstPage ? newestVersion(store, app) : ''}
${antiFeaturesCard(app)}
</div>
<div class="stack">
${screenshotsCard(app)}
${isFirstPage ? whatsNew(app) : ''}
${descriptionHtml === '' ? '' : html`<section class="card" aria-labelledby="about"><h2 id="about">${t`About this app`}</h2><div class="text" ${textIn(locale)}>${raw(lowerHeadings(descriptionHtml, 3))}</div></section>`}
${permissionsCard(app)}
${versionHistory(store, app)}
</div>
<div class="side">
${isFirstPage ? provenanceCard(store, app) : ''}
${isIos ? sourceCards(store) : installCard(store, app)}
</div>
</div>`;
}

/** Renders the page for an id that the feed gives to nobody. */
export function renderUnknownApp(store: Store): Markup {
  return html`<div class="intro"><h1>${t`This app isn’t in the store`}</h1>
<p>${t`It may no longer be published, may be new and reach the store in a few seconds, or may still be rolling out to some devices only.`} <a href="./">${t`See all apps in ${store.name}`}</a></p></div>`;
}

function categoryChips({ categories }: Store, { listed, details }: PublicApp): Markup | '' {
  const category = categories.find(({ id }) => id === listed.category);
  if (!category && listed.platform === 'android' && details.tags.length === 0) return '';
  return html`<p class="chips">${listed.platform === 'ios' ? html`<span>iOS</span>` : ''}${category ? html`<a href="./?category=${category.id}">${categoryLabel(category)}</a>` : ''}${details.tags.map(
    (tag) => html`<span dir="auto">${tag}</span>`,
  )}</p>`;
}

function whatsNew({ versions: [newest], locale }: PublicApp): Markup | '' {
  const notes = newest && chooseNotes(newest, [locale]);
  return notes
    ? html`<section class="card" aria-labelledby="new"><h2 id="new">${t`What’s new in ${newest.versionName}`}</h2><p class="lines" ${textIn(locale)}>${notes}</p></section>`
    : '';
}

function newestVersion({ basePath, sources }: Store, app: PublicApp): Markup | '' {
  const { listed, versions } = app;
  const [newest] = versions;
  if (!newest) return '';
  const isIos = listed.platform === 'ios';
  const howToInstall = isIos
    ? t`iOS installs it only through AltStore or a similar client, which also updates it.`
    : t`A downloaded APK doesn’t get updates. Add the store to F-Droid for those.`;
  return html`<section class="card" aria-labelledby="version"><h2 id="version">${t`Version ${newest.versionName}`}</h2>
<p><a class="button plain" href="${basePath}${packagePath(listed, newest)}">${isIos ? t`Download IPA` : t`Download APK`}</a></p>
${sources.includes('pal') ? '' : html`<p class="quiet note">${howToInstall}</p>`}
<dl class="facts">
<dt>${t`Published`}</dt><dd>${dayText(newest.publishedAt)}</dd>
<dt>${t`Size`}</dt><dd>${sizeText(newest.size)}</dd>
<dt>${t`Needs`}</dt><dd>${newest.minimumOs}</dd>
${fieldList(app)}
<dt>${t`ID`}</dt><dd><code>${listed.applicationId}</code></dd>
</dl>
</section>`;
}

function fieldList({ details, texts }: PublicApp): Markup {
  const values = { ...details, ...texts };
  return html`${fieldsWith({ ...DETAILS, ...TEXTS }, 'isOnPage').map(({ field, record }) =>
    fieldItem(record, values[field]),
  )}`;
}

function fieldItem(record: FieldRecord, value: string): Markup | '' {
  const link = linkOf(record, value);
  if (value === '' || (record.form === 'address' && !isWebAddress(value))) return '';
  return html`<dt>${record.label()}</dt><dd>${link === null ? value : fieldLink(record, link)}</dd>`;
}

/** Other schemes, such as `javascript:`, must not become links. */
function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function fieldLink({ linkStart = '' }: FieldRecord, link: string): Markup {
  const text = linkStart === '' ? new URL(link).hostname : link.slice(linkStart.length);
  return html`<a href="${link}" rel="nofollow noreferrer ugc">${text}</a>`;
}
