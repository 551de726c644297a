import { INDEX_PLACEHOLDER, renderBody, renderWhole } from './layout.ts';
import { GUIDE_PAGES, WHOLE_GUIDE } from './pages.ts';
import { type RenderedPage, renderPage } from './render.ts';

/** The parts of the template that differ between pages. */
const TITLE = /<title>Developer guide/;
const DESCRIPTION = /(?<=<meta name="description" content=")[^"]*/;
const BODY = '<!--{{guide}}-->';

/** The longest text of a section in the search index, in characters. */
const MAX_INDEXED = 4_000;

/** The developer guide as files. */
export interface GuideSite {
  /** Every page by its path, which is its address below the store's. */
  readonly pages: ReadonlyMap<string, string>;
  /** The search index as JSON: sections with title, page, address and text. */
  readonly index: string;
}

/** Returns all pages of the guide, by filling the template that the client's build made of `developer-guide.html`. */
export function renderGuide(template: string, indexAddress: string): GuideSite {
  const rendered = GUIDE_PAGES.map(renderPage);
  const fill = (title: string | null, { lead, body }: { lead: string; body: string }) =>
    template
      .replace(TITLE, (start) => (title === null ? start : `<title>${escapeText(title)} – Developer guide`))
      .replace(DESCRIPTION, () => escapeText(lead))
      .replace(BODY, () => body.replace(INDEX_PLACEHOLDER, indexAddress));
  const pages = rendered.map((page, at) => {
    const filled = fill(at === 0 ? null : page.title, { lead: page.lead, body: renderBody(page) });
    return [page.path, filled] as const;
  });
  const whole = fill(WHOLE_GUIDE.label, { lead: rendered[0]?.lead ?? '', body: renderWhole(rendered) });
  return {
    pages: new Map([...pages, [WHOLE_GUIDE.path, whole]]),
    index: JSON.stringify(rendered.flatMap(indexPage)),
  };
}

function indexPage({ path, label, sections }: RenderedPage) {
  return sections.map(({ id, depth, title, text }) => ({
    title,
    page: label,
    address: depth === 1 ? path : `${path}#${id}`,
    // The server doesn't fill in the index.
    text: text
      .replaceAll('{{publicUrl}}', 'https://…')
      .replaceAll('{{name}}', 'the store')
      .slice(0, MAX_INDEXED),
  }));
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
