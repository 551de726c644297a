import { FormatError } from '../problems/format-error.ts';
import { chunkAt, chunksBetween, type ResourceChunk, viewOf } from './chunks.ts';
import { type ResourceConfig, readResourceConfig } from './resource-config.ts';
import { noStrings, readStringPool } from './string-pool.ts';
import type { TypedValue } from './typed-value.ts';

const STRING_POOL = 0x0001;
const PACKAGE = 0x0200;
const TYPE = 0x0201;
const SPARSE = 1;
const OFFSETS_OF_16_BITS = 2;
const COMPLEX = 1;
const COMPACT = 8;
const STRING = 3;
/** Large apps have a few thousand: one for each resource type in each configuration. */
const MAX_TYPE_CHUNKS = 20_000;
/** Type chunks that all lookups together may search; a label or an icon takes a few hundred. */
const MAX_LOOKED_THROUGH = 200_000;
/** More configurations of one resource than any real app has. */
const MAX_VALUES = 600;

export interface ConfiguredValue {
  config: ResourceConfig;
  value: TypedValue;
}

/** A resource table that decodes values only when they are looked up. */
export interface ResourceTable {
  /** Returns a resource's values, one per configuration; empty for unknown and framework ids. */
  valuesOf(resourceId: number): ConfiguredValue[];
}

interface TypeChunk extends ResourceChunk {
  config: ResourceConfig;
}

/**
 * Indexes a `resources.arsc` by resource id.
 * @throws RangeError when its chunks do not fit; `valuesOf` throws it too
 * @see AOSP ResourceTypes.h, ResTable_header and following
 */
export function readResourceTable(bytes: Uint8Array): ResourceTable {
  const view = viewOf(bytes);
  const table = chunkAt(view, 0, bytes.length);
  const types = new Map<number, TypeChunk[]>();
  let strings = noStrings;
  let count = 0;
  for (const chunk of chunksBetween(view, table.headerSize, table.end)) {
    if (chunk.type === STRING_POOL) strings = readStringPool(view, chunk);
    if (chunk.type === PACKAGE) count = indexPackage(view, chunk, { types, count });
  }
  const known = new Map<number, ConfiguredValue[]>();
  let lookedThrough = 0;
  return {
    valuesOf(resourceId) {
      const found = known.get(resourceId) ?? [];
      if (known.has(resourceId)) return found;
      const chunks = types.get(resourceId >>> 16) ?? [];
      lookedThrough += 1 + chunks.length;
      if (lookedThrough > MAX_LOOKED_THROUGH) throw new FormatError({ problem: 'references' });
      for (const type of chunks) {
        const value = valueIn(view, type, resourceId & 0xffff);
        if (!value) continue;
        if (found.length === MAX_VALUES)
          throw new FormatError({ problem: 'resourceValues', max: MAX_VALUES });
        const text = value.type === STRING ? strings(value.data) : null;
        found.push({ config: type.config, value: { ...value, text } });
      }
      known.set(resourceId, found);
      return found;
    },
  };
}

interface TypeIndex {
  types: Map<number, TypeChunk[]>;
  /** Number of type chunks indexed so far, over all packages. */
  count: number;
}

/** Adds a package's types to the index and returns the new count. */
function indexPackage(view: DataView, pack: ResourceChunk, { types, count: before }: TypeIndex): number {
  const packageId = view.getUint32(pack.start + 8, true) & 0xff;
  let count = before;
  for (const chunk of chunksBetween(view, pack.start + pack.headerSize, pack.end)) {
    if (chunk.type !== TYPE) continue;
    count += 1;
    if (count > MAX_TYPE_CHUNKS) throw new FormatError({ problem: 'typeChunks', max: MAX_TYPE_CHUNKS });
    const key = (packageId << 8) | view.getUint8(chunk.start + 8);
    const list = types.get(key) ?? [];
    list.push({ ...chunk, config: readResourceConfig(view, chunk.start + 20) });
    types.set(key, list);
  }
  return count;
}

function valueIn(view: DataView, type: TypeChunk, index: number): Omit<TypedValue, 'text'> | null {
  const offset = entryOffset(view, type, index);
  if (offset === null) return null;
  const at = type.start + view.getUint32(type.start + 16, true) + offset;
  if (at + 8 > type.end) throw new FormatError({ problem: 'resourceEntry', index });
  const size = view.getUint16(at, true);
  const flags = view.getUint16(at + 2, true);
  if (flags & COMPACT) return { type: flags >> 8, data: view.getUint32(at + 4, true) };
  if (flags & COMPLEX) return null;
  return { type: view.getUint8(at + size + 3), data: view.getUint32(at + size + 4, true) };
}

/** Returns the offset of an entry within its type's entries, or null when this configuration has none. */
function entryOffset(view: DataView, type: TypeChunk, index: number): number | null {
  const flags = view.getUint8(type.start + 9);
  const count = view.getUint32(type.start + 12, true);
  const offsets = type.start + type.headerSize;
  if (flags & SPARSE) return sparseOffset(view, { offsets, count, index });
  if (index >= count) return null;
  if (flags & OFFSETS_OF_16_BITS) {
    const offset = view.getUint16(offsets + index * 2, true);
    return offset === 0xffff ? null : offset * 4;
  }
  const offset = view.getUint32(offsets + index * 4, true);
  return offset === 0xffffffff ? null : offset;
}

/**
 * Looks up a sparse type, which lists only its existing entries as pairs of index and offset / 4, sorted by
 * index.
 */
function sparseOffset(
  view: DataView,
  search: { offsets: number; count: number; index: number },
): number | null {
  let low = 0;
  let high = search.count - 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const at = search.offsets + middle * 4;
    const index = view.getUint16(at, true);
    if (index === search.index) return view.getUint16(at + 2, true) * 4;
    if (index < search.index) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}
