import { FormatError } from '../problems/format-error.ts';
import { decodeUtf8, decodeUtf16 } from '../text.ts';
import {
  addEntry,
  MAX_CONTENT,
  MAX_DEPTH,
  MAX_VALUES,
  type PlistDict,
  type PlistValue,
} from './plist-value.ts';

const HEADER_SIZE = 8;
const TRAILER_SIZE = 32;
/** Seconds from 1970 to 2001, the epoch of property lists. */
const EPOCH = 978_307_200;
const MAX_DATE = 8.64e15;

interface BinaryPlist {
  view: DataView;
  /** Returns the offset of an object, which may lie outside the file. */
  offsetOf(object: number): number;
  referenceSize: number;
  /** Number of objects visited, limited because objects may refer to themselves or share content. */
  visited: number;
  /** Bytes of content read, limited for the same reason. */
  contentRead: number;
}

/**
 * Reads a binary property list.
 * @throws RangeError when it is damaged, nests too deeply or holds too much
 * @see Apple CoreFoundation, CFBinaryPList.c
 */
export function readBinaryPlist(bytes: Uint8Array): PlistValue {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const trailer = bytes.length - TRAILER_SIZE;
  if (trailer < HEADER_SIZE) throw new FormatError({ problem: 'shortPlist' });
  const offsetSize = view.getUint8(trailer + 6);
  const objects = Number(view.getBigUint64(trailer + 8));
  const offsets = Number(view.getBigUint64(trailer + 24));
  const plist: BinaryPlist = {
    view,
    offsetOf(object) {
      if (object >= objects) throw new FormatError({ problem: 'missingObject', object, objects });
      return readUnsigned(view, offsets + object * offsetSize, offsetSize);
    },
    referenceSize: view.getUint8(trailer + 7),
    visited: 0,
    contentRead: 0,
  };
  return readObject(plist, Number(view.getBigUint64(trailer + 16)), 0);
}

function readObject(plist: BinaryPlist, object: number, depth: number): PlistValue {
  plist.visited += 1;
  if (plist.visited > MAX_VALUES) throw new FormatError({ problem: 'plistValues', max: MAX_VALUES });
  if (depth > MAX_DEPTH) throw new FormatError({ problem: 'plistDepth', max: MAX_DEPTH });
  const { view } = plist;
  const at = plist.offsetOf(object);
  const marker = view.getUint8(at);
  const low = marker & 0x0f;
  switch (marker >> 4) {
    case 0x0:
      return marker === 0x08 ? false : marker === 0x09 ? true : null;
    case 0x1:
      return low === 3 ? Number(view.getBigInt64(at + 1)) : readUnsigned(view, at + 1, 2 ** low);
    case 0x2:
      return low === 2 ? view.getFloat32(at + 1) : view.getFloat64(at + 1);
    case 0x3:
      return isoDate(view.getFloat64(at + 1));
    case 0x4:
      return readContent(plist, at, 1);
    case 0x5:
      return asciiText(readContent(plist, at, 1), at);
    case 0x6:
      return decodeUtf16(readContent(plist, at, 2), false);
    case 0x8:
      return readUnsigned(view, at + 1, low + 1);
    case 0xa:
    case 0xb:
    case 0xc:
      return readArray(plist, at, depth);
    case 0xd:
      return readDict(plist, at, depth);
    default:
      throw new FormatError({ problem: 'objectType', object, type: marker });
  }
}

function readArray(plist: BinaryPlist, at: number, depth: number): PlistValue[] {
  const { count, start } = countAt(plist.view, at);
  const values: PlistValue[] = [];
  for (let index = 0; index < count; index++) {
    values.push(readObject(plist, readReference(plist, start, index), depth + 1));
  }
  return values;
}

function readDict(plist: BinaryPlist, at: number, depth: number): PlistDict {
  const { count, start } = countAt(plist.view, at);
  const dict: PlistDict = new Map();
  for (let index = 0; index < count; index++) {
    const key = readObject(plist, readReference(plist, start, index), depth + 1);
    const value = readObject(plist, readReference(plist, start, count + index), depth + 1);
    if (typeof key !== 'string') throw new FormatError({ problem: 'keyType' });
    addEntry(dict, key, value);
  }
  return dict;
}

function readReference(plist: BinaryPlist, start: number, index: number): number {
  return readUnsigned(plist.view, start + index * plist.referenceSize, plist.referenceSize);
}

/**
 * Reads the count in a marker's low half, or after it when that half is full, and the offset of the content.
 */
function countAt(view: DataView, at: number): { count: number; start: number } {
  const low = view.getUint8(at) & 0x0f;
  if (low < 0x0f) return { count: low, start: at + 1 };
  const size = 2 ** (view.getUint8(at + 1) & 0x0f);
  return { count: readUnsigned(view, at + 2, size), start: at + 2 + size };
}

function readContent(plist: BinaryPlist, at: number, unitSize: number): Uint8Array {
  const { view } = plist;
  const { count, start } = countAt(view, at);
  plist.contentRead += count * unitSize;
  if (plist.contentRead > MAX_CONTENT) throw new FormatError({ problem: 'plistText', max: MAX_CONTENT });
  if (start + count * unitSize > view.byteLength) throw new FormatError({ problem: 'valueCutOff', at });
  return new Uint8Array(view.buffer, view.byteOffset + start, count * unitSize);
}

function readUnsigned(view: DataView, at: number, size: number): number {
  if (size < 1 || size > 16) throw new FormatError({ problem: 'numberSize', bytes: size });
  let value = 0;
  for (let index = 0; index < size; index++) value = value * 256 + view.getUint8(at + index);
  return value;
}

/** @see CFBinaryPList.c, which refuses other bytes in such a text */
function asciiText(bytes: Uint8Array, at: number): string {
  if (bytes.some((byte) => byte > 0x7f)) throw new FormatError({ problem: 'notAscii', at });
  return decodeUtf8(bytes);
}

function isoDate(seconds: number): string {
  const time = (seconds + EPOCH) * 1000;
  if (!(Math.abs(time) <= MAX_DATE))
    throw new FormatError({ problem: 'plistDate', seconds: String(seconds) });
  return new Date(time).toISOString();
}
