import type { PackageError } from '../finding.ts';
import { FormatError, problemOf } from '../problems/format-error.ts';
import { fileError } from '../rules/file-rules.ts';
import { readBinaryPlist } from './plist-binary.ts';
import { AmbiguousPlist, type PlistDict } from './plist-value.ts';
import { readXmlPlist } from './plist-xml.ts';

/**
 * Reads a property list, binary or XML, whose root is a dictionary.
 * @param file the file's name, for the finding; null for the entitlements of a code signature
 * @throws PackageError when it is neither, is damaged, or holds too much
 */
export function readPlist(bytes: Uint8Array, file: string | null): PlistDict {
  try {
    const root = isBinary(bytes) ? readBinaryPlist(bytes) : readXmlPlist(bytes);
    if (root instanceof Map) return root;
    throw new FormatError({ problem: 'notDictionary' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw plistError(error, file);
  }
}

function plistError(error: RangeError, file: string | null): PackageError {
  const problem = problemOf(error);
  if (error instanceof AmbiguousPlist) {
    const place = file === null ? ({ found: 'entitlements' } as const) : ({ found: 'plist', file } as const);
    return fileError('ipa-ambiguous', { ...place, ...problem });
  }
  const place = file === null ? ({ found: 'entitlements' } as const) : ({ found: 'damaged', file } as const);
  return fileError('plist', { ...place, ...problem });
}

/** Later versions than 0 are other formats, which CoreFoundation doesn't read either. */
function isBinary(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 7)) === 'bplist0';
}
