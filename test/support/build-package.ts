import { unzipSync, type Zippable } from 'fflate';
import { type Identity, v2, v3, withBlocks, zipFiles } from './apk-signer.ts';
import { readFixture } from './fixtures.ts';

/** The parts of a package. */
export interface PackageParts {
  /** The fixture to begin with, such as `plain` (version code 1) or `next` (version code 2). */
  readonly from: string;
  /** Seven letters like the fixture's name, because it is replaced inside of binary files. */
  readonly name: string;
  /** `org.example.` and seven letters: those of the name by default. */
  readonly applicationId?: string;
  /** True to replace the names in other languages, too; they stay those of the fixture otherwise. */
  readonly hasOwnLabels?: boolean | undefined;
  /** Three characters, such as `2.4`. */
  readonly versionName: string;
  /** A PNG of 144 px; without it the fixture's icon stays. */
  readonly icon?: Uint8Array | undefined;
  readonly signer: Identity;
  /** Bytes to add to the file. */
  readonly ballast?: Uint8Array;
}

/** Builds a signed package from a fixture, with its own id, name, version and icon. */
export function buildPackage({
  from,
  name,
  applicationId = `org.example.${name.toLowerCase()}`,
  hasOwnLabels = false,
  versionName,
  icon,
  signer,
  ballast,
}: PackageParts): Buffer {
  const files = unzipSync(readFixture(`${from}.apk`));
  const replaced: Record<string, Uint8Array> = {};
  for (const [path, bytes] of Object.entries(files)) {
    if (path.startsWith('META-INF/')) continue;
    const isIcon = path.endsWith('ic_launcher.png') || path.endsWith('ic_foreground.png');
    const isNamed = path === 'AndroidManifest.xml' || path === 'resources.arsc';
    replaced[path] = isIcon && icon ? icon : isNamed ? renamed(bytes, path) : bytes;
  }
  if (ballast) replaced['assets/ballast'] = ballast;
  // Android requires an uncompressed table of resources, aligned to four bytes, as it is after this first header.
  const { 'resources.arsc': table, ...rest } = replaced;
  const entries: Zippable = { 'resources.arsc': [table as Uint8Array, { level: 0 }], ...rest };
  return withBlocks(zipFiles(entries), v2({ identity: signer }), v3({ identity: signer }));

  function renamed(bytes: Uint8Array, path: string): Buffer {
    let file = Buffer.from(bytes);
    file = replace(file, { from: 'org.example.harbour', to: applicationId, encoding: 'utf16le' });
    file = replace(file, { from: 'Harbour', to: name, encoding: 'latin1' });
    for (const label of hasOwnLabels ? ['Hafen', 'Porto'] : [])
      file = replace(file, { from: label, to: name.slice(0, label.length), encoding: 'latin1' });
    if (path === 'AndroidManifest.xml') {
      file = replace(file, { from: from === 'next' ? '1.1' : '1.0', to: versionName, encoding: 'utf16le' });
    }
    return file;
  }
}

/** Replaces text by text of the same length, so that no offset in the file changes. */
function replace(
  file: Buffer<ArrayBuffer>,
  { from, to, encoding }: { from: string; to: string; encoding: BufferEncoding },
): Buffer<ArrayBuffer> {
  if (from.length !== to.length) throw new Error(`"${to}" must be as long as "${from}".`);
  const changed = Buffer.from(file);
  const sought = Buffer.from(from, encoding);
  for (let at = changed.indexOf(sought); at >= 0; at = changed.indexOf(sought, at + sought.length)) {
    changed.write(to, at, encoding);
  }
  return changed;
}
