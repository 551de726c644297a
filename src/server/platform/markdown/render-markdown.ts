import rehypeSanitize, { type Options as Allowed } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { htmlToMarkdown } from '#shared/listings/html.ts';
import {
  DESCRIPTION_ELEMENTS,
  DESCRIPTION_PROTOCOLS,
  isShownPlain,
  keepShallow,
  keepText,
} from '#shared/listings/markdown.ts';
import { plainHtml } from './plain-html.ts';

/** Maximum length of HTML in characters, for each character of its Markdown and for a short text. */
const MAX_GROWTH = 5;
const MAX_HTML_LENGTH = 20_000;

const ALLOWED: Allowed = {
  tagNames: [...DESCRIPTION_ELEMENTS],
  attributes: { a: ['href'] },
  protocols: { href: [...DESCRIPTION_PROTOCOLS] },
  strip: ['script', 'style'],
};

const processor = unified()
  .use(remarkParse)
  .use(keepShallow)
  .use(keepText)
  .use(remarkRehype)
  .use(rehypeSanitize, ALLOWED)
  .use(rehypeStringify)
  .freeze();

/**
 * Converts a description in Markdown to HTML for store clients: only `DESCRIPTION_ELEMENTS`, web and email links,
 * no images. HTML in it, which earlier versions stored, counts as its Markdown. The result is one line, because clients show line breaks within HTML. Input that nests too
 * deeply, grows too long or breaks the renderer is returned verbatim. It can take hundreds of milliseconds, so the
 * server uses `MarkdownPool`.
 */
export function renderMarkdown(text: string): string {
  const markdown = htmlToMarkdown(text);
  if (isShownPlain(markdown)) return plainHtml(markdown);
  try {
    const html = String(processor.processSync(markdown))
      .trim()
      .replaceAll(/<pre>.*?<\/pre>/gs, (code) => code.replaceAll('\n', '<br>'))
      .replaceAll(/\s*\n\s*/g, ' ');
    const maxLength = Math.max(MAX_HTML_LENGTH, MAX_GROWTH * markdown.length);
    return html.length > maxLength ? plainHtml(markdown) : html;
  } catch {
    return plainHtml(markdown);
  }
}
