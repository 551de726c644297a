import { fileError } from '../rules/file-rules.ts';
import { readBinaryPlist } from './plist-binary.ts';
import { AmbiguousPlist, type PlistDict } from './plist-value.ts';
import { readXmlPlist } from './plist-xml.ts';

/**
 * Reads a property list, binary or XML, whose root is a dictionary.
 * @param name the file's name, for the finding
 * @throws PackageError when it is neither, is damaged, or holds too much
 */
export function readPlist(bytes: Uint8Array, name: string): PlistDict {
  try {
    const root = isBinary(bytes) ? readBinaryPlist(bytes) : readXmlPlist(bytes);
    if (root instanceof Map) return root;
    throw new RangeError('its root isn’t a dictionary');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const { message: problem } = error;
    throw error instanceof AmbiguousPlist
      ? fileError('ipa-ambiguous', { found: 'plist', file: name, problem })
      : fileError('plist', { found: 'damaged', file: name, problem });
  }
}

/** Later versions than 0 are other formats, which CoreFoundation doesn't read either. */
function isBinary(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 7)) === 'bplist0';
}
