import { type FindingLog, PackageError } from '../finding.ts';
import { fileFinding } from '../rules/file-rules.ts';
import { DerError } from '../signature/der.ts';
import { AmbiguousPlist } from './plist-value.ts';

/** Returns the result of `read`; null, with a finding added, when the part is damaged. */
export async function attempt<T>(
  file: string,
  read: () => Promise<T>,
  findings: FindingLog,
): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PackageError) findings.add(error.finding);
    else if (error instanceof AmbiguousPlist) {
      findings.add(fileFinding('ipa-ambiguous', { found: 'plist', file, problem: error.message }));
    } else if (error instanceof RangeError || error instanceof DerError) {
      findings.add(fileFinding('ipa-part', { file, problem: error.message }));
    } else throw error;
    return null;
  }
}
