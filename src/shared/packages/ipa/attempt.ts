import { type FindingLog, PackageError } from '../finding.ts';
import { problemOf } from '../problems/format-error.ts';
import { fileFinding } from '../rules/file-rules.ts';
import { AmbiguousPlist } from './plist-value.ts';

/** A part of an app: a file, or the executable in a folder, which is empty for that of the app itself. */
export type AppPart = { readonly file: string } | { readonly executableIn: string };

/** Returns the result of `read`; null, with a finding added, when the part is damaged. */
export async function attempt<T>(
  part: AppPart,
  read: () => Promise<T>,
  findings: FindingLog,
): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PackageError) findings.add(error.finding);
    else if (error instanceof AmbiguousPlist && 'file' in part) {
      findings.add(fileFinding('ipa-ambiguous', { found: 'plist', ...part, ...error.problem }));
    } else if (error instanceof RangeError) {
      findings.add(fileFinding('ipa-part', { ...placeOf(part), ...problemOf(error) }));
    } else throw error;
    return null;
  }
}

function placeOf(part: AppPart) {
  if ('file' in part) return { found: 'file', file: part.file } as const;
  const { executableIn: folder } = part;
  return folder === '' ? ({ found: 'executable' } as const) : ({ found: 'innerExecutable', folder } as const);
}
