import { deflateRawSync } from 'node:zlib';

/** Writes ZIPs in which any field may be false. Shares no code with the readers. */

/** The fields of a file that both headers contain. */
export interface HeaderFields {
  name: Uint8Array;
  flags: number;
  method: number;
  crc32: number;
  compressedSize: number;
  uncompressedSize: number;
}

export interface WrittenFile {
  name: string;
  content: Uint8Array;
  /** Stored by default. */
  deflated?: boolean;
  /** Fields that differ in the local header. */
  local?: Partial<HeaderFields>;
  /** Fields that differ in the directory. */
  directory?: Partial<HeaderFields> & { offset?: number };
  /** Bytes between header and data. */
  extra?: Uint8Array;
}

/** Writes the files in order, followed by the directory. */
export function writeZip(files: readonly WrittenFile[], end: { count?: number; size?: number } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const { packed, crc32 } = packedOf(file);
    const data = Buffer.from(packed);
    const fields: HeaderFields = {
      name: Buffer.from(file.name),
      flags: 0,
      method: file.deflated ? 8 : 0,
      crc32,
      compressedSize: data.length,
      uncompressedSize: file.content.length,
    };
    const extra = Buffer.from(file.extra ?? []);
    const local = header({ ...fields, ...file.local }, extra);
    directory.push(directoryEntry({ ...fields, ...file.directory }, file.directory?.offset ?? offset));
    parts.push(local, data);
    offset += local.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50);
  record.writeUInt16LE(end.count ?? files.length, 8);
  record.writeUInt16LE(end.count ?? files.length, 10);
  record.writeUInt32LE(end.size ?? listed.length, 12);
  record.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, record]);
}

const known = new WeakMap<Uint8Array, { packed: Uint8Array; crc32: number }>();

/** Caches compressed data, because bombs repeat the same bytes. */
function packedOf({ content, deflated }: WrittenFile) {
  if (!deflated) return { packed: content, crc32: crcOf(content) };
  const found = known.get(content) ?? {
    packed: deflateRawSync(content, { level: 9 }),
    crc32: crcOf(content),
  };
  known.set(content, found);
  return found;
}

function header(fields: HeaderFields, extra: Buffer): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.writeUInt32LE(0x04034b50);
  bytes.writeUInt16LE(20, 4);
  writeFields(bytes, 6, fields);
  bytes.writeUInt16LE(extra.length, 28);
  return Buffer.concat([bytes, fields.name, extra]);
}

function directoryEntry(fields: HeaderFields, offset: number): Buffer {
  const bytes = Buffer.alloc(46);
  bytes.writeUInt32LE(0x02014b50);
  bytes.writeUInt16LE(20, 6);
  writeFields(bytes, 8, fields);
  bytes.writeUInt32LE(offset, 42);
  return Buffer.concat([bytes, fields.name]);
}

function writeFields(bytes: Buffer, at: number, fields: HeaderFields): void {
  bytes.writeUInt16LE(fields.flags, at);
  bytes.writeUInt16LE(fields.method, at + 2);
  bytes.writeUInt32LE(fields.crc32, at + 8);
  bytes.writeUInt32LE(fields.compressedSize, at + 12);
  bytes.writeUInt32LE(fields.uncompressedSize, at + 16);
  bytes.writeUInt16LE(fields.name.length, at + 20);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crcOf(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0);
  return (value ^ 0xffffffff) >>> 0;
}
