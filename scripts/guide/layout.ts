import { html, raw } from 'hono/html';
import { GUIDE_PAGES, WHOLE_GUIDE } from './pages.ts';
import type { RenderedPage } from './render.ts';
import type { Html } from './table.ts';

/** The placeholder of the search index's address, which has its hash. */
export const INDEX_PLACEHOLDER = '{{searchIndex}}';

/** Returns the body of a page. */
export function renderBody(page: RenderedPage): string {
  return String(html`
    ${renderBar(page.path)}
    <div class="columns">
      <nav class="pages" aria-label="Pages">${renderMenu(page)}</nav>
      <main id="content">
        <details class="menu"><summary>All pages</summary>${renderMenu(page)}</details>
        ${raw(page.html)}
        ${renderNeighbours(page)}
      </main>
      ${renderContents(page)}
    </div>
    ${renderFooter()}
  `);
}

/** Returns the body of the page with the whole guide. */
export function renderWhole(pages: readonly RenderedPage[]): string {
  return String(html`
    ${renderBar(WHOLE_GUIDE.path)}
    <main id="content" class="whole">
      <p class="note">This is the whole guide, to read or print in one go.</p>
      <nav aria-label="Pages">
        <ul>${pages.map(({ name, title }) => html`<li><a href="${WHOLE_GUIDE.path}#${name}">${title}</a></li>`)}</ul>
      </nav>
      ${pages.map((page) => html`<article id="${page.name}">${raw(withOwnIds(page))}</article>`)}
    </main>
    ${renderFooter()}
  `);
}

/** Returns a page's text with ids that no other page has, and links that stay on the page of all. */
function withOwnIds({ name, html: text }: RenderedPage): string {
  const links = GUIDE_PAGES.map(({ name: other, path }) => ({ other, path }));
  const own = text.replaceAll(/(?<= (?:id|aria-labelledby|aria-describedby)=")([^" ]+)/g, `${name}-$1`);
  return own.replaceAll(/(?<= href=")([^"#]+)(?:#([^"]+))?(?=")/g, (whole, path: string, anchor?: string) => {
    const target = links.find((link) => link.path === path);
    if (target === undefined) return whole;
    return `${WHOLE_GUIDE.path}#${target.other}${anchor === undefined ? '' : `-${anchor}`}`;
  });
}

function renderBar(path: string): Html {
  return html`<a class="skip" href="${path}#content">Skip to the content</a>
    <header class="bar">
      <!--{{store}}-->
      <p class="home"><a href="./developer-guide.html">Developer guide</a></p>
      <form class="search" role="search" data-index="${INDEX_PLACEHOLDER}" hidden>
        <label for="search">Search the guide</label>
        <input id="search" type="search" autocomplete="off" maxlength="100" placeholder="Press / to search">
        <output id="found" for="search"></output>
        <ul id="results" hidden></ul>
      </form>
      <p class="back"><a href="./dashboard">Back to the dashboard</a></p>
    </header>`;
}

function renderMenu(page: RenderedPage): Html {
  return html`<ul>
    ${GUIDE_PAGES.map(({ name, label, path }) =>
      name === page.name
        ? html`<li><a href="${path}" aria-current="page">${label}</a></li>`
        : html`<li><a href="${path}">${label}</a></li>`,
    )}
    <li><a href="./api-reference.html">API reference</a></li>
  </ul>`;
}

function renderContents({ path, sections }: RenderedPage): Html | '' {
  const listed = sections.filter(({ depth }) => depth === 2);
  if (listed.length < 2) return '';
  return html`<nav class="contents" aria-label="On this page">
    <p>On this page</p>
    <ul>${listed.map(({ id, title }) => html`<li><a href="${path}#${id}">${title}</a></li>`)}</ul>
  </nav>`;
}

function renderNeighbours(page: RenderedPage): Html {
  const at = GUIDE_PAGES.findIndex(({ name }) => name === page.name);
  const previous = GUIDE_PAGES[at - 1];
  const next = GUIDE_PAGES[at + 1];
  return html`<nav class="neighbours" aria-label="Previous and next page">
    ${previous ? html`<a rel="prev" href="${previous.path}"><span>Previous</span> ${previous.label}</a>` : ''}
    ${next ? html`<a rel="next" href="${next.path}"><span>Next</span> ${next.label}</a>` : ''}
  </nav>`;
}

function renderFooter(): Html {
  return html`<footer><a href="${WHOLE_GUIDE.path}">Read or print the whole guide on one page</a></footer>`;
}
