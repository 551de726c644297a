import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Badging, parseBadging } from './badging.ts';
import type { OracleCase } from './cases.ts';
import { ambiguitiesOf, laterNames, parseResources, parseTexts, parseXmlTree } from './readings.ts';

const run = promisify(execFile);

/** The statements of Android's tools about a package. */
export interface Stated {
  /** By program; absent when it refuses the package. */
  readonly badging: Partial<Record<'aapt' | 'aapt2', Badging>>;
  /** Everything that depends on the way of reading the manifest, as sentences. */
  readonly ambiguities: readonly string[];
  /** Returns the names on devices of later platform versions than the first. */
  readonly namesAfter: (minSdk: number) => readonly string[];
}

/**
 * Asks `aapt2`, and the older `aapt`, which resolves resources by the platform's own code, takes raw texts where it finds
 * them, and prints the manifest with the IDs of attributes, and resources with their values in all configurations.
 */
export async function askTools({ seed, bytes }: OracleCase, folder: string): Promise<Stated> {
  const path = join(folder, `${seed}.apk`);
  await writeFile(path, bytes);
  try {
    const [aapt2, aapt, tree, resources] = await Promise.all([
      output('aapt2', ['dump', 'badging', path]),
      output('aapt', ['dump', 'badging', path]),
      output('aapt', ['dump', 'xmltree', path, 'AndroidManifest.xml']),
      output('aapt', ['dump', '--values', 'resources', path]),
    ]);
    const manifest = parseXmlTree(tree ?? '');
    return {
      badging: {
        ...(aapt2 !== null && { aapt2: parseBadging(aapt2) }),
        ...(aapt !== null && { aapt: parseBadging(aapt) }),
      },
      namesAfter: (minSdk) => (manifest ? laterNames(manifest, parseTexts(resources ?? ''), minSdk) : []),
      ambiguities: manifest ? ambiguitiesOf(manifest, parseResources(resources ?? '')) : [],
    };
  } finally {
    await rm(path);
  }
}

/** Returns what a program prints; null when it fails. */
async function output(program: string, args: readonly string[]): Promise<string | null> {
  return run(program, [...args]).then(
    ({ stdout }) => stdout,
    () => null,
  );
}
