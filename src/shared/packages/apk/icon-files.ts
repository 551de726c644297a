import { sha256 } from '@noble/hashes/sha2.js';
import { strToU8 } from 'fflate';
import type { FactLimiter } from '../fact-limiter.ts';
import { toHex } from '../text.ts';
import { decodeBinaryXml, type XmlElement } from './binary-xml.ts';
import type { ShownLauncher } from './launchers.ts';
import type { ResourceTable } from './resource-table.ts';
import { referenceOf, type TypedValue } from './typed-value.ts';

const STRING = 0x03;
const ATTRIBUTE = 0x02;
const FRAMEWORK = 0x01;
const BINARY_XML = 0x0003;
/** Limits on what all icons of a package take; real apps with dozens of icons stay far below. */
const MAX_FILES = 1_000;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_STEPS = 50_000;
/** Drawables may contain each other, but not without end. */
const MAX_DEPTH = 20;

/** Access to everything that an icon may consist of. */
export interface PictureFiles {
  table: ResourceTable;
  limiter: FactLimiter;
  /** Reads a file by its path; null when it is missing. Rejects with PackageError when it cannot be read. */
  readFile(path: string): Promise<Uint8Array | null>;
}

/**
 * Digests pictures with every file that any device may choose for them, by density, platform version or anything else,
 * and with the colours and drawables that they consist of. The digest doesn't depend on the numbers of resources and
 * on the names of files, which change from build to build.
 */
export class PictureDigests {
  readonly #files: PictureFiles;
  readonly #known = new Map<number, string>();
  readonly #open = new Set<number>();
  #count = 0;
  #bytes = 0;
  #steps = 0;

  constructor(files: PictureFiles) {
    this.#files = files;
  }

  /**
   * Returns the digest of all pictures that an element gives; null when it gives none.
   * @throws PackageError when a file cannot be read
   */
  async digest(pictures: ShownLauncher['pictures']): Promise<string | null> {
    const given = Object.entries(pictures).sort(([one], [other]) => (one < other ? -1 : 1));
    if (given.length === 0) return null;
    const parts: string[] = [];
    for (const [name, value] of given) parts.push(`${name} ${await this.#ofValue(value)}`);
    return hashOf(parts);
  }

  async #ofValue(value: TypedValue): Promise<string> {
    this.#steps += 1;
    if (this.#isTooMuch()) return 'too much';
    const id = referenceOf(value);
    if (id !== null) return this.#ofResource(id);
    if (value.type === STRING) return `text ${value.text ?? ''}`;
    // Icons are drawn without a theme, so that an attribute of the app has no value.
    const isOwnAttribute = value.type === ATTRIBUTE && value.data >>> 24 !== FRAMEWORK;
    return isOwnAttribute ? 'attribute' : `${value.type} ${value.data}`;
  }

  async #ofResource(id: number): Promise<string> {
    if (id >>> 24 === FRAMEWORK) return `framework ${id}`;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    if (this.#open.has(id) || this.#open.size === MAX_DEPTH) return 'circle';
    this.#open.add(id);
    const parts: string[] = [];
    for (const { config, value } of this.#files.table.valuesOf(id)) {
      const content =
        value.type === STRING ? await this.#ofFile(value.text ?? '') : await this.#ofValue(value);
      parts.push(`${config.id} ${content}`);
    }
    this.#open.delete(id);
    const digest = hashOf(parts.sort());
    this.#known.set(id, digest);
    return digest;
  }

  async #ofFile(path: string): Promise<string> {
    this.#count += 1;
    if (this.#isTooMuch()) return 'too much';
    const bytes = await this.#files.readFile(path);
    if (!bytes) return `text ${path}`;
    this.#bytes += bytes.length;
    const root = xmlIn(bytes);
    return root ? this.#ofElement(root) : toHex(sha256(bytes));
  }

  async #ofElement(element: XmlElement): Promise<string> {
    const parts: string[] = [`element ${element.name}`];
    for (const { name, resourceId, value } of element.attributes()) {
      // The ids of the app's own attributes change from build to build.
      const key = resourceId >>> 24 === FRAMEWORK ? resourceId : name;
      parts.push(`${key}=${await this.#ofValue(value)}`);
    }
    for (const child of element.children) parts.push(await this.#ofElement(child));
    return hashOf(parts);
  }

  /** Returns true, and reports it, when the icons take more than is read of any package. */
  #isTooMuch(): boolean {
    const isWithin = this.#count <= MAX_FILES && this.#bytes <= MAX_BYTES && this.#steps <= MAX_STEPS;
    if (!isWithin) this.#files.limiter.leaveOut('iconFiles', MAX_FILES);
    return !isWithin;
  }
}

/** Returns the root of a compiled drawable; null for other files, and for one that can't be decoded. */
function xmlIn(bytes: Uint8Array): XmlElement | null {
  if (bytes.length < 8 || ((bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8)) !== BINARY_XML) return null;
  try {
    const root = decodeBinaryXml(bytes);
    readAll(root);
    return root;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Decodes all attributes, which throws RangeError for a damaged one. */
function readAll(element: XmlElement): void {
  element.attributes();
  for (const child of element.children) readAll(child);
}

function hashOf(parts: readonly string[]): string {
  return toHex(sha256(strToU8(JSON.stringify(parts))));
}
