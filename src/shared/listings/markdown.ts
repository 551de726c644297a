/**
 * The elements of a description in Markdown that people see; text within others stays, pictures and raw HTML go.
 * They are those of CommonMark without pictures, which is what Android's own `Html.fromHtml` can show.
 */
export const DESCRIPTION_ELEMENTS = [
  'p',
  'br',
  'strong',
  'em',
  'a',
  'ul',
  'ol',
  'li',
  'blockquote',
  'code',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
] as const;

/** What links of a description may lead to. */
export const DESCRIPTION_PROTOCOLS = ['http', 'https', 'mailto'] as const;
