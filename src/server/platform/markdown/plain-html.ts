import { splitParagraphs } from '#shared/listings/markdown.ts';

/** The longest text that is rendered as plain text, in characters; our own calls never store longer ones. */
const MAX_LENGTH = 4_000;

/** Returns HTML that shows a text verbatim, on one line as `renderMarkdown` does. */
export function plainHtml(text: string): string {
  return splitParagraphs(text.slice(0, MAX_LENGTH))
    .map((lines) => `<p>${lines.map(escapeText).join('<br>')}</p>`)
    .join(' ');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
