import { createElement, Fragment, type ReactNode } from 'react';
import { t } from '#shared/languages/translate.ts';

/** Surrounds the number of a part; no text contains this character. */
const MARK = '\u0000';

/**
 * Returns a message whose values may be elements, such as a link in a sentence, in the page's language. Its key is that
 * of `t`; the texts inside the elements are messages of their own.
 */
export function rich(strings: TemplateStringsArray, ...parts: readonly ReactNode[]): ReactNode {
  const text = t(strings, ...parts.map((_part, index) => `${MARK}${index}${MARK}`));
  const pieces = text.split(MARK).map((piece, index) => (index % 2 === 0 ? piece : parts[Number(piece)]));
  return createElement(Fragment, null, ...pieces);
}
