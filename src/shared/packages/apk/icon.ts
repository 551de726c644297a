import { PackageError } from '../finding.ts';
import { iconOf, type PackageIcon } from '../image.ts';
import { decodeBinaryXml, type XmlElement } from './binary-xml.ts';
import { findAttribute } from './manifest-attributes.ts';
import type { ResourceTable } from './resource-table.ts';
import { referenceOf, type TypedValue } from './typed-value.ts';

const ANY_DENSITY = 0xfffe;
const NO_DENSITY = 0xffff;
/** What an icon that names no density is drawn for (mdpi). */
const DEFAULT_DENSITY = 160;
/** Files opened in search of a bitmap: an honest icon needs a handful. */
const MAX_FILES = 40;
const MAX_REFERENCES = 200;

/** What finding an icon needs of the package. */
export interface IconFiles {
  table: ResourceTable;
  /** A file's content by its path in the package; null when it is missing. Rejects with PackageError if unreadable. */
  readFile(path: string): Promise<Uint8Array | null>;
}

/**
 * The densest bitmap that the references lead to. Drawables written in XML (adaptive icons, layers, insets) stand
 * for the first bitmap inside, the foreground before the background. Null when there is none: a damaged or purely
 * vector icon is no reason to refuse a package.
 */
export async function findIcon(icons: TypedValue[], files: IconFiles): Promise<PackageIcon | null> {
  const waiting = icons.map(referenceOf).filter((id) => id !== null);
  const seen = new Set<number>();
  let opened = 0;
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
      if (opened > MAX_FILES) return null;
      const content = await readable(files, value.text);
      const icon = content && iconOf(content);
      if (icon) return icon;
      if (content) next.push(...drawablesIn(content));
    }
    waiting.unshift(...next);
  }
  return null;
}

/** Sorts what suits any density (XML) below every bitmap. */
function rank(density: number): number {
  if (density === ANY_DENSITY) return -1;
  return density === NO_DENSITY ? 1 : density || DEFAULT_DENSITY;
}

/** Bitmaps by density from high to low, then what suits any density, which is XML. */
function densestFirst(table: ResourceTable, id: number): TypedValue[] {
  return [...table.valuesOf(id)]
    .sort((a, b) => rank(b.config.density) - rank(a.config.density))
    .slice(0, MAX_FILES)
    .map(({ value }) => value);
}

async function readable(files: IconFiles, path: string): Promise<Uint8Array | null> {
  try {
    return await files.readFile(path);
  } catch (error) {
    if (error instanceof PackageError) return null;
    throw error;
  }
}

/** References to drawables inside a drawable's XML, in the order they stand, the foreground first. */
function drawablesIn(content: Uint8Array): number[] {
  let root: XmlElement;
  try {
    root = decodeBinaryXml(content);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
  return [...foregroundFirst(root)]
    .flatMap((element) => [findAttribute(element, 'drawable'), findAttribute(element, 'src')])
    .map((value) => value && referenceOf(value))
    .filter((id) => id !== null)
    .slice(0, MAX_FILES);
}

function* foregroundFirst(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) if (child.name === 'foreground') yield* foregroundFirst(child);
  for (const child of element.children) if (child.name !== 'foreground') yield* foregroundFirst(child);
}
