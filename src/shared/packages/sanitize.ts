import { markHidden } from '../visible-text.ts';
import type { PackageFacts } from './facts.ts';
import { MAX_FACT_NAME_LENGTH } from './limits.ts';

const MAX_TEXT = 2_000;
const LINE_BREAKS = '\n\t';
/** The facts that may have several lines. */
const MULTILINE: ReadonlySet<string> = new Set(['usageTexts', 'extensionUsageTexts', 'entitlements']);

/**
 * Makes text read from a package safe to store and display: marks characters that nobody sees or that change the
 * direction, as `⟨U+202E⟩`, replaces lone surrogates with U+FFFD, and truncates texts to 2,000 characters. Databases can't
 * hold some of them, and people could mistake one name for another.
 */
export function sanitize<T>(value: T, kept = LINE_BREAKS): T {
  if (typeof value === 'string') return sanitizeText(value, kept) as T;
  if (Array.isArray(value)) return value.map((item) => sanitize(item, kept)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [sanitizeText(key, ''), sanitize(inner, kept)]),
  ) as T;
}

/** Makes the facts of a package safe. Line breaks are marked, too, where a name has one line. */
export function sanitizeFacts<Facts extends PackageFacts | null>(facts: Facts): Facts {
  if (facts === null) return facts;
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      key,
      sanitize(value, MULTILINE.has(key) ? LINE_BREAKS : ''),
    ]),
  ) as Facts;
}

function sanitizeText(text: string, kept: string): string {
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  const marked = markHidden(cut.toWellFormed(), kept);
  // Marks take room, and each text has as much as the longest name at least.
  return marked.slice(0, Math.max(cut.length, MAX_FACT_NAME_LENGTH)).toWellFormed();
}
