import { html, raw } from 'hono/html';
import { z } from 'zod';
import { ANTI_FEATURES, type AntiFeature, antiFeatureSchema } from '#shared/anti-features/anti-feature.ts';
import { androidRelease } from '#shared/packages/android-release.ts';
import { publicFileName } from '../../catalog/versions/queries.ts';
import { appIcon, dayText, installButton, installCard, type Markup, type Store } from './layout.ts';
import type { ListedRow } from './queries.ts';

const localised = z.record(z.string(), z.string());
const pictures = z.array(z.object({ name: z.string() }));

/** The parts of an app's text in the index (`renderApp`) that its page shows. */
const textSchema = z.object({
  metadata: z.object({
    description: localised.optional(),
    screenshots: z.object({ phone: z.record(z.string(), pictures).optional() }).optional(),
    webSite: z.string().optional(),
    sourceCode: z.string().optional(),
    issueTracker: z.string().optional(),
    license: z.string().optional(),
  }),
  versions: z.record(
    z.string(),
    z.object({
      manifest: z.object({ versionCode: z.number() }),
      whatsNew: localised.optional(),
      antiFeatures: z.partialRecord(antiFeatureSchema, localised).optional(),
    }),
  ),
});
type AppText = z.infer<typeof textSchema>;

/** Renders the page of one app, from its entry in the index. */
export function renderAppPage(store: Store, { app, text }: { app: ListedRow; text: string }): Markup {
  const { [app.applicationId]: stored } = JSON.parse(`{${text}}`) as Record<string, unknown>;
  const { metadata, versions } = textSchema.parse(stored);
  const version = Object.values(versions).find(({ manifest }) => manifest.versionCode === app.versionCode);
  const whatsNew = inLocale(version?.whatsNew, app.locale);
  const description = inLocale(metadata.description, app.locale);
  const shots = inLocale(metadata.screenshots?.phone, app.locale) ?? [];
  return html`<a href="./">All apps</a>
<div class="head">
${appIcon(app.icon, 88)}
<div><h1 lang="${app.locale}">${app.name}</h1>${app.authorName === null ? '' : html`<p class="quiet">${app.authorName}</p>`}</div>
</div>
${installButton(store, 'narrow')}
<div class="columns">
<div class="stack" lang="${app.locale}">
${app.summary === null ? '' : html`<p>${app.summary}</p>`}
${shots.length === 0 ? '' : screenshots(shots)}
${whatsNew === undefined ? '' : html`<section class="card" aria-labelledby="new"><h2 id="new" lang="en">What’s new in ${app.versionName}</h2><p class="lines">${whatsNew}</p></section>`}
${description === undefined ? '' : html`<section class="card" aria-labelledby="about"><h2 id="about" lang="en">About this app</h2><div class="text">${raw(lowerHeadings(description))}</div></section>`}
</div>
<div class="side">
${antiFeatures(version?.antiFeatures ?? {}, app.locale)}
<section class="card" aria-labelledby="version"><h2 id="version">Version ${app.versionName}</h2>
<dl class="facts">
<dt>Published</dt><dd>${dayText(app.publishedAt)}</dd>
<dt>Size</dt><dd>${sizeText(app.size)}</dd>
<dt>Needs</dt><dd>${androidRelease(app.minSdk)}</dd>
${facts(metadata)}
<dt>ID</dt><dd><code>${app.applicationId}</code></dd>
</dl>
<p class="note"><a class="button plain" href="${publicFileName(app.applicationId, app.versionCode)}">Download APK</a></p>
<p class="quiet note">A downloaded APK doesn’t get updates. Add the store to F-Droid for those.</p>
</section>
${installCard(store)}
</div>
</div>`;
}

/** Renders the page for an id that the feed gives to nobody. */
export function renderUnknownApp(store: Store): Markup {
  return html`<div class="intro"><h1>This app isn’t in the store</h1>
<p>It may no longer be published, may be new and reach the store in a few seconds, or may still be rolling out to some devices only. <a href="./">See all apps in ${store.name}</a>.</p></div>`;
}

/** Prefers the app's own language, then English, then any. */
function inLocale<Value>(values: Record<string, Value> | undefined, locale: string): Value | undefined {
  return values?.[locale] ?? values?.['en-US'] ?? Object.values(values ?? {})[0];
}

function screenshots(shots: readonly { readonly name: string }[]): Markup {
  // Focusable, so that the row can be scrolled by keyboard (WCAG 2.2, success criterion 2.1.1).
  return html`<section class="card" aria-labelledby="shots"><h2 id="shots" lang="en">Screenshots</h2>
<div class="shots" tabindex="0" role="group" aria-labelledby="shots">${shots.map(
    ({ name }, at) =>
      html`<img src="${name.slice(1)}" alt="Screenshot ${at + 1}" loading="lazy" height="320">`,
  )}</div></section>`;
}

type AntiFeatures = NonNullable<AppText['versions'][string]['antiFeatures']>;

/** Says in plain words what people may not like about an app; nothing when there is nothing to say. */
function antiFeatures(found: AntiFeatures, locale: string): Markup | '' {
  const entries = Object.entries(found) as [AntiFeature, AntiFeatures[AntiFeature]][];
  if (entries.length === 0) return '';
  return html`<section class="card" aria-labelledby="anti"><h2 id="anti">Before you install</h2>
<dl class="warnings">${entries.map(([id, reasons]) => {
    const { label, explanation } = ANTI_FEATURES[id];
    const reason = inLocale(reasons, locale);
    return html`<dt>${label}</dt><dd>${explanation}${reason === undefined ? '' : html` <span class="quiet" lang="${reasons?.[locale] === undefined ? 'en' : locale}">${reason}</span>`}</dd>`;
  })}</dl></section>`;
}

function facts({ license, webSite, sourceCode, issueTracker }: AppText['metadata']): Markup {
  const links = { Website: webSite, 'Source code': sourceCode, Issues: issueTracker };
  return html`${license === undefined ? '' : html`<dt>License</dt><dd>${license}</dd>`}${Object.entries(
    links,
  ).map(([label, url]) =>
    url === undefined || !isWebAddress(url) ? '' : html`<dt>${label}</dt><dd>${webLink(url)}</dd>`,
  )}`;
}

/** Other schemes, such as `javascript:`, must not become links. */
function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function webLink(url: string): Markup {
  return html`<a href="${url}" rel="nofollow noreferrer ugc">${new URL(url).hostname}</a>`;
}

/** A description's headings come below the page's own (`DESCRIPTION_ELEMENTS` has `h1` to `h6`). */
function lowerHeadings(description: string): string {
  return description.replaceAll(/<(\/?)h[1-6]>/g, '<$1h3>');
}

const MEGABYTES = new Intl.NumberFormat('en', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });

function sizeText(bytes: number): string {
  return MEGABYTES.format(Math.max(0.1, bytes / 1e6));
}
