import { html } from 'hono/html';
import { appIcon, dayText, installButton, installCard, type Markup, type Store } from './layout.ts';
import { APPS_PER_PAGE, type ListedRow, MAX_PAGE } from './queries.ts';
import { sourceCards } from './source-cards.ts';

export interface ListParts {
  readonly apps: readonly ListedRow[];
  readonly total: number;
  readonly search: string;
  /** From 1. */
  readonly page: number;
}

/** Renders the page's start: how to add the repository, and the apps in it. */
export function renderList(store: Store, parts: ListParts): Markup {
  return html`<div class="intro">
<h1>${store.name}</h1>
${tagline(store)}
<p>Android apps from ${store.name}. Every version is inspected before it’s published. Add the store to F-Droid or a similar client to install apps and get their updates.</p>
${installButton(store, 'narrow')}
</div>
<div class="columns">
<section aria-labelledby="apps">
<div class="tools"><h2 id="apps">${headline(parts)}</h2>${parts.total > 0 || parts.search !== '' ? searchForm(parts.search) : ''}</div>
${parts.apps.length === 0 ? emptyList(parts) : html`<ul class="apps">${parts.apps.map(listItem)}</ul>`}
${pageLinks(parts)}
</section>
<div class="side">${installCard(store)}${sourceCards(store)}</div>
</div>`;
}

/** Renders the page of a store whose feed is created for the first time. */
export function renderNotReady(store: Store): Markup {
  return html`<div class="intro"><h1>${store.name}</h1>
${tagline(store)}
<p>The store is being prepared. Reload this page in a few seconds.</p></div>`;
}

function tagline(store: Store): Markup | string {
  return store.tagline === '' ? '' : html`<p class="tagline">${store.tagline}</p>`;
}

function headline({ total, search }: ListParts): string {
  const apps = total === 1 ? '1 app' : `${total.toLocaleString('en')} apps`;
  if (search !== '') return `${apps} for “${search}”`;
  return total === 0 ? 'Apps' : apps;
}

function searchForm(search: string): Markup {
  return html`<form class="search" role="search" action="./" method="get">
<input type="search" name="q" value="${search}" maxlength="100" placeholder="Search apps" aria-label="Search apps">
<button class="button plain">Search</button>
</form>`;
}

function listItem(app: ListedRow): Markup {
  return html`<li id="${app.applicationId}"><a class="app" href="?app=${encodeURIComponent(app.applicationId)}">
${appIcon(app.icon, 48)}
<span lang="${app.locale}"><strong>${app.name}</strong>${app.summary === null ? '' : html`<span class="summary">${app.summary}</span>`}</span>
<span class="meta"><span>${app.versionName}</span> <span>${dayText(app.publishedAt)}</span></span>
</a></li>`;
}

function emptyList({ search, page }: ListParts): Markup {
  if (page > 1) return emptyNote(html`There are no more apps. <a href="./">Back to the newest</a>`);
  if (search === '') return emptyNote('No apps yet. They appear here once they’re published.');
  return emptyNote(html`No apps match. Try another name. <a href="./">Show all apps</a>`);
}

function emptyNote(text: string | Markup): Markup {
  return html`<div class="apps empty">
<svg width="64" height="64" viewBox="0 0 64 64" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M10 46h44v6H10zM16 46V32h12v14M32 46V24h16v22M10 12h12M42 12h12M30 12h4"/></svg>
<p>${text}</p>
</div>`;
}

function pageLinks({ total, search, page }: ListParts): Markup | string {
  const last = Math.min(MAX_PAGE, Math.max(1, Math.ceil(total / APPS_PER_PAGE)));
  if (last === 1) return '';
  const link = (to: number, label: string, rel: string) =>
    html`<a href="./?${new URLSearchParams({ ...(search !== '' && { q: search }), page: String(to) }).toString()}" rel="${rel}">${label}</a>`;
  return html`<nav class="pages" aria-label="Pages">
${page > 1 ? link(page - 1, 'Newer', 'prev') : html`<span></span>`}
<span class="quiet">Page ${page} of ${last}</span>
${page < last ? link(page + 1, 'Older', 'next') : html`<span></span>`}
</nav>`;
}
