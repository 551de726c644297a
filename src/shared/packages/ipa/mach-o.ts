const FAT = 0xcafebabe;
const FAT_64 = 0xcafebabf;
const THIN_32 = 0xfeedface;
const THIN_64 = 0xfeedfacf;
const MAX_SLICES = 16;
const MAX_COMMANDS = 4_096;
const CODE_SIGNATURE = 0x1d;
const ENCRYPTION_INFO = 0x21;
const ENCRYPTION_INFO_64 = 0x2c;
const EMBEDDED_SIGNATURE = 0xfade0cc0;
const ENTITLEMENTS = 0xfade7171;
const ENTITLEMENTS_SLOT = 5;
const MAX_BLOBS = 64;

const ARCHITECTURES: Record<number, string> = {
  7: 'i386',
  12: 'armv7',
  0x01000007: 'x86_64',
  0x0100000c: 'arm64',
  0x0200000c: 'arm64_32',
};

/** The part of an executable for one architecture. */
export interface MachSlice {
  architecture: string;
  /** Offset of the slice in the file. */
  offset: number;
}

/**
 * Returns the slices of an executable, given its first bytes; an empty list when it is not a Mach-O file.
 * @see Apple mach-o/fat.h and mach-o/loader.h
 */
export function machSlices(head: Uint8Array): MachSlice[] {
  const view = viewOf(head);
  if (head.length < 8) return [];
  const magic = view.getUint32(0);
  const little = view.getUint32(0, true);
  if (little === THIN_32 || little === THIN_64) {
    return [{ architecture: architectureName(view.getUint32(4, true)), offset: 0 }];
  }
  if (magic !== FAT && magic !== FAT_64) return [];
  const size = magic === FAT ? 20 : 32;
  const count = Math.min(view.getUint32(4), MAX_SLICES, Math.floor((head.length - 8) / size));
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * size;
    const offset = magic === FAT ? view.getUint32(at + 8) : Number(view.getBigUint64(at + 8));
    return { architecture: architectureName(view.getUint32(at)), offset };
  });
}

function architectureName(cpu: number): string {
  return ARCHITECTURES[cpu] ?? `cpu-${cpu}`;
}

export interface MachCommands {
  /** Position of the code signature, relative to the start of the slice; null when it is unsigned. */
  signature: { offset: number; size: number } | null;
  /** True when the code is encrypted, as in App Store downloads. */
  encrypted: boolean;
}

/**
 * Reads the load commands of one slice, given the slice's first bytes.
 * @throws RangeError when they are cut off
 */
export function machCommands(head: Uint8Array): MachCommands {
  const view = viewOf(head);
  const magic = view.getUint32(0, true);
  if (magic !== THIN_32 && magic !== THIN_64) return { signature: null, encrypted: false };
  const found: MachCommands = { signature: null, encrypted: false };
  const count = Math.min(view.getUint32(16, true), MAX_COMMANDS);
  let at = magic === THIN_32 ? 28 : 32;
  for (let index = 0; index < count; index++) {
    const command = view.getUint32(at, true);
    if (command === CODE_SIGNATURE) {
      found.signature = { offset: view.getUint32(at + 8, true), size: view.getUint32(at + 12, true) };
    }
    if (command === ENCRYPTION_INFO || command === ENCRYPTION_INFO_64) {
      found.encrypted = view.getUint32(at + 16, true) !== 0;
    }
    at += Math.max(8, view.getUint32(at + 4, true));
  }
  return found;
}

/**
 * Returns the entitlements property list in a code signature, null when it has none.
 * @throws RangeError when the signature is cut off
 * @see Apple Security, cs_blobs.h (CS_SuperBlob)
 */
export function signatureEntitlements(signature: Uint8Array): Uint8Array | null {
  const view = viewOf(signature);
  if (view.getUint32(0) !== EMBEDDED_SIGNATURE) return null;
  const count = Math.min(view.getUint32(8), MAX_BLOBS);
  for (let index = 0; index < count; index++) {
    const blob = view.getUint32(16 + index * 8);
    if (view.getUint32(12 + index * 8) !== ENTITLEMENTS_SLOT || view.getUint32(blob) !== ENTITLEMENTS)
      continue;
    return signature.slice(blob + 8, blob + view.getUint32(blob + 4));
  }
  return null;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
