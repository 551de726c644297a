import rehypeSanitize, { type Options as Allowed } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { DESCRIPTION_ELEMENTS, DESCRIPTION_PROTOCOLS } from '#shared/listings/markdown.ts';

const ALLOWED: Allowed = {
  tagNames: [...DESCRIPTION_ELEMENTS],
  attributes: { a: ['href'] },
  protocols: { href: [...DESCRIPTION_PROTOCOLS] },
  strip: ['script', 'style'],
};

const processor = unified()
  .use(remarkParse)
  .use(remarkRehype)
  .use(rehypeSanitize, ALLOWED)
  .use(rehypeStringify)
  .freeze();

/** What was rendered lately: a long description takes some milliseconds, and each feed has all of them. */
const rendered = new Map<string, string>();
const MOST_RENDERED = 5000;

/**
 * A description in Markdown as HTML for store clients: only `DESCRIPTION_ELEMENTS`, links that lead to the web or write a
 * mail, no raw HTML, no pictures. It is one line, as clients show line ends within HTML as breaks of their own.
 */
export function renderMarkdown(markdown: string): string {
  const known = rendered.get(markdown);
  if (known !== undefined) return known;
  const html = String(processor.processSync(markdown))
    .trim()
    .replaceAll(/<pre>.*?<\/pre>/gs, (code) => code.replaceAll('\n', '<br>'))
    .replaceAll(/\s*\n\s*/g, ' ');
  if (rendered.size >= MOST_RENDERED) rendered.clear();
  rendered.set(markdown, html);
  return html;
}
