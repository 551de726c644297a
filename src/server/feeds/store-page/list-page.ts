import { html } from 'hono/html';
import { plural, t } from '#shared/languages/translate.ts';
import { categoryLabel } from '#shared/listings/categories.ts';
import type { Platform } from '#shared/packages/platform.ts';
import { pageQuery } from '../../platform/store-addresses.ts';
import type { ListedRow } from '../public/listed-apps.ts';
import { installButton, installCard } from './install.ts';
import { appIcon, dayText, type Markup, type Store, textIn } from './layout.ts';
import { sourceCards } from './source-cards.ts';

/** Apps on one page of the list. */
export const APPS_PER_PAGE = 50;

/** The last page; the search finds what comes after it. */
export const MAX_PAGE = 200;

export interface ListParts {
  readonly apps: readonly ListedRow[];
  readonly total: number;
  readonly search: string;
  /** The ID of a category; empty for all. */
  readonly category: string;
  readonly platform: Platform | '';
  /** From 1. */
  readonly page: number;
  /** True for each platform of which the store lists an app. */
  readonly platforms: Readonly<Record<Platform, boolean>>;
}

/** Renders the page's start: how to add the repository, and the apps in it. */
export function renderList(store: Store, parts: ListParts): Markup {
  return html`<div class="intro">
<h1><bdi>${store.name}</bdi></h1>
${taglineParagraph(store)}
<p>${introductionText(store, parts)}</p>
${installButton(store, 'narrow')}
</div>
<div class="columns">
<section aria-labelledby="apps">
<div class="tools"><h2 id="apps">${resultHeadline(parts)}</h2></div>
${parts.total > 0 || isFiltered(parts) ? filterForm(store, parts) : ''}
${parts.apps.length === 0 ? emptyList(parts) : html`<ul class="apps">${parts.apps.map(listItem)}</ul>`}
${pageLinks(parts)}
</section>
<div class="side">${installCard(store)}${sourceCards(store)}</div>
</div>`;
}

/** Renders the page of a store whose feed is created for the first time. */
export function renderNotReady(store: Store): Markup {
  return html`<div class="intro"><h1><bdi>${store.name}</bdi></h1>
${taglineParagraph(store)}
<p>${t`The store is being prepared. Reload this page in a few seconds.`}</p></div>`;
}

function taglineParagraph(store: Store): Markup | string {
  return store.tagline === '' ? '' : html`<p class="tagline">${store.tagline}</p>`;
}

function introductionText({ name }: Store, { platforms }: ListParts): string {
  if (!platforms.ios)
    return t`Android apps from ${name}. Every version is inspected before it’s published. Add the store to F-Droid or a similar client to install apps and get their updates.`;
  return platforms.android
    ? t`Apps from ${name}, for Android and iOS. Every version is inspected before it’s published.`
    : t`iOS apps from ${name}. Every version is inspected before it’s published. Add the store to AltStore or a similar client to install apps and get their updates.`;
}

function resultHeadline({ total, search }: ListParts): string {
  if (search !== '')
    return plural(total, { one: '# app for “{search}”', other: '# apps for “{search}”' }, { search });
  return total === 0 ? t`Apps` : plural(total, { one: '# app', other: '# apps' });
}

function isFiltered({ search, category, platform }: ListParts): boolean {
  return search !== '' || category !== '' || platform !== '';
}

function filterForm({ categories }: Store, { search, category, platform, platforms }: ListParts): Markup {
  const hasBoth = platforms.android && platforms.ios;
  return html`<form class="search" role="search" action="./" method="get">
<input type="search" name="q" dir="auto" value="${search}" maxlength="100" placeholder="${t`Search apps`}" aria-label="${t`Search apps`}">
${categories.length === 0 ? '' : select({ name: 'category', label: t`Category`, all: t`All categories`, value: category, options: categories.map(({ id, name }) => ({ id, name: categoryLabel({ id, name }) })) })}
${hasBoth ? select({ name: 'platform', label: t`Platform`, all: t`All platforms`, value: platform, options: PLATFORMS }) : ''}
<button class="button plain">${t`Search`}</button>
</form>`;
}

const PLATFORMS = [
  { id: 'android', name: 'Android' },
  { id: 'ios', name: 'iOS' },
] as const;

interface Select {
  readonly name: string;
  readonly label: string;
  /** The label of no choice. */
  readonly all: string;
  readonly value: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
}

function select({ name, label, all, value, options }: Select): Markup {
  return html`<select name="${name}" aria-label="${label}"><option value="">${all}</option>${options.map(
    (option) =>
      html`<option value="${option.id}"${option.id === value ? html` selected` : ''}>${option.name}</option>`,
  )}</select>`;
}

function listItem(app: ListedRow): Markup {
  return html`<li id="${app.applicationId}"><a class="app" href="${pageQuery(app)}">
${appIcon(app.icon, 48)}
<span ${textIn(app.locale)}><strong>${app.name}</strong>${app.summary === null ? '' : html`<span class="summary">${app.summary}</span>`}</span>
<span class="meta"><span>${app.platform === 'ios' ? 'iOS · ' : ''}${app.versionName}</span> <span>${dayText(app.publishedAt)}</span></span>
</a></li>`;
}

function emptyList(parts: ListParts): Markup {
  if (parts.page > 1)
    return emptyNote(html`${t`There are no more apps.`} <a href="./">${t`Back to the newest`}</a>`);
  if (!isFiltered(parts)) return emptyNote(t`No apps yet. They appear here once they’re published.`);
  return emptyNote(html`${t`No apps match. Try another name.`} <a href="./">${t`Show all apps`}</a>`);
}

function emptyNote(text: string | Markup): Markup {
  return html`<div class="apps empty">
<svg width="64" height="64" viewBox="0 0 64 64" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M10 46h44v6H10zM16 46V32h12v14M32 46V24h16v22M10 12h12M42 12h12M30 12h4"/></svg>
<p>${text}</p>
</div>`;
}

function pageLinks({ total, search, category, platform, page }: ListParts): Markup | string {
  const last = Math.min(MAX_PAGE, Math.max(1, Math.ceil(total / APPS_PER_PAGE)));
  if (last === 1) return '';
  const filter = {
    ...(search && { q: search }),
    ...(category && { category }),
    ...(platform && { platform }),
  };
  const link = (to: number, label: string, rel: string) =>
    html`<a href="./?${new URLSearchParams({ ...filter, page: String(to) }).toString()}" rel="${rel}">${label}</a>`;
  return html`<nav class="pages" aria-label="${t`Pages`}">
${page > 1 ? link(page - 1, t`Newer`, 'prev') : html`<span></span>`}
<span class="quiet">${t`Page ${page} of ${last}`}</span>
${page < last ? link(page + 1, t`Older`, 'next') : html`<span></span>`}
</nav>`;
}
