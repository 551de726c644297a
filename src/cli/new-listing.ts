import { readFastlane, type SkippedFile } from '#shared/listings/fastlane.ts';
import type { Platform } from '#shared/packages/platform.ts';
import { type CommandResult, EXIT } from './command.ts';
import { readListingFolder } from './listing-folder.ts';

/** The listing that an app which doesn't exist yet would get. */
interface NewListing {
  /** The lines of its texts and details. */
  readonly lines: readonly string[];
  /** Files for which a listing has no place. */
  readonly skipped: readonly SkippedFile[];
  /** Files that had HTML. */
  readonly converted: readonly string[];
}

/**
 * Returns what a folder in a layout of fastlane has for a new app, or the result of the command when a file can't be used.
 * Throws `UsageError` when the folder can't be read.
 */
export async function previewNewListing(
  folder: string,
  platform: Platform,
): Promise<NewListing | (CommandResult & { readonly exit: number })> {
  const { texts: files } = await readListingFolder(folder, { platform });
  const { texts, details, skipped, withoutPlace, converted } = readFastlane(files);
  if (skipped.length > 0) {
    const problems = skipped.map(({ path, reason }) => `  ${path}: ${reason}`);
    const text = ['Nothing would be pushed.', ...problems].join('\n');
    return { exit: EXIT.findings, text, data: { skipped } };
  }
  const lines = [...texts].flatMap(([locale, fields]) =>
    Object.entries(fields).flatMap(([field, text]) => [`${locale} ${field}`, ...addedLines(text)]),
  );
  const ofDetails = Object.entries(details).flatMap(([field, value]) => [
    field,
    ...addedLines(String(value)),
  ]);
  return {
    lines: [...lines, ...ofDetails],
    skipped: withoutPlace,
    converted: converted.map(({ path }) => path),
  };
}

function addedLines(text: string): string[] {
  return text.split('\n').map((line) => `  + ${line}`);
}
