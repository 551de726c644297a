import { PackageError } from '../finding.ts';
import { iconOf, type PackageIcon } from '../image.ts';
import { decodeBinaryXml, type XmlElement } from './binary-xml.ts';
import { findAttribute } from './manifest-attributes.ts';
import type { ResourceTable } from './resource-table.ts';
import { referenceOf, type TypedValue } from './typed-value.ts';

const ANY_DENSITY = 0xfffe;
const NO_DENSITY = 0xffff;
/** The density assumed for an icon that declares none (mdpi). */
const DEFAULT_DENSITY = 160;
/** Limits on the files opened while looking for a bitmap; a real icon needs a handful and a few kilobytes. */
const MAX_FILES = 40;
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_REFERENCES = 200;

/** Access to the package's resources and files while looking for its icon. */
export interface IconFiles {
  table: ResourceTable;
  /** Reads a file by its path; null when it is missing. Rejects with PackageError when it cannot be read. */
  readFile(path: string): Promise<Uint8Array | null>;
}

/**
 * Finds the highest-density bitmap that the references lead to. For XML drawables (adaptive icons, layers,
 * insets) it takes the first bitmap inside, foreground before background. Returns null when there is none: a
 * damaged or vector-only icon is no reason to reject a package.
 */
export async function findIcon(icons: TypedValue[], files: IconFiles): Promise<PackageIcon | null> {
  const waiting = icons.map(referenceOf).filter((id) => id !== null);
  const seen = new Set<number>();
  let opened = 0;
  let bytes = 0;
  while (waiting.length > 0 && seen.size < MAX_REFERENCES) {
    const id = waiting.shift() ?? 0;
    if (seen.has(id)) continue;
    seen.add(id);
    const next: number[] = [];
    for (const value of densestFirst(files.table, id)) {
      const reference = referenceOf(value);
      if (reference !== null) next.push(reference);
      if (value.text === null) continue;
      opened += 1;
      if (opened > MAX_FILES || bytes > MAX_FILE_BYTES) return null;
      const content = await tryReadFile(files, value.text);
      bytes += content?.length ?? 0;
      const icon = content && iconOf(content);
      if (icon) return icon;
      if (content) next.push(...drawablesIn(content));
    }
    waiting.unshift(...next);
  }
  return null;
}

/** Ranks density-independent files (XML) below every bitmap. */
function densityRank(density: number): number {
  if (density === ANY_DENSITY) return -1;
  return density === NO_DENSITY ? 1 : density || DEFAULT_DENSITY;
}

/** Sorts bitmaps from high to low density, followed by density-independent files (XML). */
function densestFirst(table: ResourceTable, id: number): TypedValue[] {
  return [...table.valuesOf(id)]
    .sort((a, b) => densityRank(b.config.density) - densityRank(a.config.density))
    .slice(0, MAX_FILES)
    .map(({ value }) => value);
}

async function tryReadFile(files: IconFiles, path: string): Promise<Uint8Array | null> {
  try {
    return await files.readFile(path);
  } catch (error) {
    if (error instanceof PackageError) return null;
    throw error;
  }
}

/** Returns references to drawables inside an XML drawable in document order, with the foreground first. */
function drawablesIn(content: Uint8Array): number[] {
  try {
    return referencesBelow(decodeBinaryXml(content));
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function referencesBelow(root: XmlElement): number[] {
  const found: number[] = [];
  const waiting: XmlElement[] = [root];
  while (waiting.length > 0 && found.length < MAX_FILES) {
    const element = waiting.pop() ?? root;
    for (const name of ['drawable', 'src'] as const) {
      const value = findAttribute(element, name);
      const id = value && referenceOf(value);
      if (id !== null) found.push(id);
    }
    const isForeground = ({ name }: XmlElement) => name === 'foreground';
    const ordered = [
      ...element.children.filter(isForeground),
      ...element.children.filter((child) => !isForeground(child)),
    ];
    for (const child of ordered.toReversed()) waiting.push(child);
  }
  return found;
}
