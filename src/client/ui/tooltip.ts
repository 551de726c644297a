/** The attribute with the text that `Tooltips` shows at an element. */
export const TOOLTIP_ATTRIBUTE = 'data-tooltip';

interface TooltipOptions {
  /** False where the element's name says the same already; true by default. */
  readonly isDescription?: boolean;
}

/**
 * Returns the props of an element that shows a text on hover, on focus and on a long press, and that describe the
 * element to screen readers; none without a text. Attributes cost less than a component around each element, which
 * would render twice.
 */
export function tooltip(text: string | null | undefined, { isDescription = true }: TooltipOptions = {}) {
  if (!text) return {};
  return { [TOOLTIP_ATTRIBUTE]: text, ...(isDescription && { 'aria-description': text }) };
}
