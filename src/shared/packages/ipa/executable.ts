import { type EntryLocation, readEntryPart } from '../zip-entry.ts';
import { type MachSlice, machCommands, machSlices, signatureEntitlements } from './mach-o.ts';
import { readPlist } from './plist.ts';
import type { PlistDict } from './plist-value.ts';

const HEAD_SIZE = 64 * 1024;
const MAX_SIGNATURE_SIZE = 4 * 1024 * 1024;
/** Larger executables are not unpacked just to read their entitlements. */
const MAX_EXECUTABLE_SIZE = 512 * 1024 * 1024;

export interface ExecutableFacts {
  architectures: string[];
  encrypted: boolean;
  /** The entitlements in the code signature; null without a signature or when the executable is too large. */
  entitlements: PlistDict | null;
}

/**
 * Reads an app's executable: its architectures and the entitlements in its code signature. All slices are
 * signed with the same entitlements, so only the last one, the newest architecture, is read.
 * @throws PackageError when the file or its entitlements cannot be read; RangeError when the Mach-O structure
 * is cut off
 */
export async function readExecutable(location: EntryLocation): Promise<ExecutableFacts> {
  const slices = machSlices(await readEntryPart(location, { offset: 0, length: HEAD_SIZE }));
  const slice = slices.at(-1);
  const architectures = slices.map(({ architecture }) => architecture);
  if (!slice || location.entry.uncompressedSize > MAX_EXECUTABLE_SIZE) {
    return { architectures, encrypted: false, entitlements: null };
  }
  const { signature, encrypted } = machCommands(
    await readEntryPart(location, { offset: slice.offset, length: HEAD_SIZE }),
  );
  if (!signature || signature.size > MAX_SIGNATURE_SIZE)
    return { architectures, encrypted, entitlements: null };
  return { architectures, encrypted, entitlements: await readEntitlements(location, slice, signature) };
}

async function readEntitlements(
  location: EntryLocation,
  slice: MachSlice,
  signature: { offset: number; size: number },
): Promise<PlistDict | null> {
  const part = { offset: slice.offset + signature.offset, length: signature.size };
  const blob = signatureEntitlements(await readEntryPart(location, part));
  return blob && readPlist(blob, null);
}
