import { type Finding, PackageError } from '../finding.ts';
import { fileFinding } from '../rules/file-rules.ts';
import { DerError } from '../signature/der.ts';

/** The result of `read`; null, with a finding added, when what it reads is damaged. */
export async function attempt<T>(
  what: string,
  read: () => Promise<T>,
  findings: Finding[],
): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PackageError) findings.push(error.finding);
    else if (error instanceof RangeError || error instanceof DerError) {
      findings.push(fileFinding('ipa-part', `${what}: ${error.message}.`));
    } else throw error;
    return null;
  }
}
