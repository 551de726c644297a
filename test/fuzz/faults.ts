import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A bug that could be introduced into the readers. */
interface Fault {
  /** The kinds of hostile packages that trigger it, by part of their name. */
  readonly kinds: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
}

/** The faults that fuzzing must detect: removed limits, followed cycles, trusted lengths. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'bomb-unpacked': {
    kinds: 'bomb',
    file: 'inspect.ts',
    find: '!container.some(endsInspection)',
    put: 'true',
  },
  'no-bomb-ratio': {
    kinds: 'bomb',
    file: 'container.ts',
    find: 'const BOMB_RATIO = 20;',
    put: 'const BOMB_RATIO = Infinity;',
  },
  'local-headers-trusted': {
    kinds: 'zip: ',
    file: 'container.ts',
    find: '(await checkLocalHeaders(source, zip))',
    put: '[]',
  },
  'local-names-trusted': {
    kinds: 'zip: ',
    file: 'local-headers.ts',
    find: 'name.some((byte, at) => byte !== expected[at])',
    put: 'false',
  },
  'local-flags-trusted': {
    kinds: 'flags in the header',
    file: 'local-headers.ts',
    find: 'const COMPARED_FLAGS = 0xffff & ~0x06;',
    put: 'const COMPARED_FLAGS = 0;',
  },
  'names-unchecked': {
    kinds: 'names',
    file: 'container.ts',
    find: 'bytes.length === 0 || bytes.includes(0) || !isUtf8(bytes)',
    put: 'false',
  },
  'overlaps-unchecked': {
    kinds: 'inside another',
    file: 'local-headers.ts',
    find: 'dataEnd > (next?.localHeaderOffset ?? end)',
    put: 'false',
  },
  'strings-unlimited': {
    kinds: 'overlapping',
    file: 'apk/string-pool.ts',
    find: 'const MAX_DECODED_BYTES = 4 * 1024 * 1024;',
    put: 'const MAX_DECODED_BYTES = Infinity;',
  },
  'nodes-unlimited': {
    kinds: 'elements',
    file: 'apk/binary-xml.ts',
    find: 'const MAX_NODES = 100_000;',
    put: 'const MAX_NODES = Infinity;',
  },
  'pieces-unlimited': {
    kinds: 'chunks',
    file: 'apk/chunks.ts',
    find: 'const MAX_CHUNKS = 400_000;',
    put: 'const MAX_CHUNKS = Infinity;',
  },
  'depth-unlimited': {
    kinds: 'manifest: nested',
    file: 'apk/binary-xml.ts',
    find: 'const MAX_DEPTH = 200;',
    put: 'const MAX_DEPTH = Infinity;',
  },
  'circular-texts': {
    kinds: 'circular',
    file: 'apk/resolve-text.ts',
    find: 'depth < MAX_DEPTH; depth++',
    put: 'depth >= 0; depth++',
  },
  'circular-icons': {
    kinds: 'circular',
    file: 'apk/icon.ts',
    find: '    if (seen.has(id)) continue;\n    seen.add(id);\n',
    put: '',
  },
  'types-unlimited': {
    kinds: 'table: too many types',
    file: 'apk/resource-table.ts',
    find: 'const MAX_TYPE_CHUNKS = 20_000;',
    put: 'const MAX_TYPE_CHUNKS = Infinity;',
  },
  'values-unlimited': {
    kinds: 'table: too many values',
    file: 'apk/resource-table.ts',
    find: 'const MAX_VALUES = 600;',
    put: 'const MAX_VALUES = Infinity;',
  },
  'lookups-unlimited': {
    kinds: 'permissions',
    file: 'limits.ts',
    find: 'permissions: 500,',
    put: 'permissions: 1e9,',
  },
  'permission-names-unlimited': {
    kinds: 'permissions',
    file: 'fact-limiter.ts',
    find: 'if (value.length <= max) return value;',
    put: 'return value;',
  },
  'lists-unlimited': {
    kinds: 'permissions',
    file: 'fact-limiter.ts',
    find: 'return items.slice(0, max);',
    put: 'return [...items];',
  },
  'component-characters-unlimited': {
    kinds: 'too many components',
    file: 'limits.ts',
    find: 'MAX_COMPONENT_CHARACTERS = 250_000;',
    put: 'MAX_COMPONENT_CHARACTERS = Infinity;',
  },
  'component-settings-unlimited': {
    kinds: 'share their settings',
    file: 'apk/xml-settings.ts',
    find: 'let left = MAX_REFERRED_CHARACTERS;',
    put: 'let left = Infinity;',
  },
  'entitlements-unlimited': {
    kinds: 'entitlement',
    file: 'ipa/entitlements.ts',
    find: 'lengthOf(value, MAX_ENTITLEMENT_LENGTH) <= MAX_ENTITLEMENT_LENGTH',
    put: 'lengthOf(value, 0) > 0',
  },
  'plist-values-unlimited': {
    kinds: 'lists of lists',
    file: 'ipa/plist-value.ts',
    find: 'export const MAX_VALUES = 20_000;',
    put: 'export const MAX_VALUES = Infinity;',
  },
  'plist-text-unlimited': {
    kinds: 'plist: ',
    file: 'ipa/plist-value.ts',
    find: 'export const MAX_CONTENT = 2 * 1024 * 1024;',
    put: 'export const MAX_CONTENT = Infinity;',
  },
  'plist-depth-unlimited': {
    kinds: 'slightly too deeply',
    file: 'ipa/plist-value.ts',
    find: 'export const MAX_DEPTH = 64;',
    put: 'export const MAX_DEPTH = Infinity;',
  },
  'plist-pieces-unlimited': {
    kinds: 'plist: ',
    file: 'ipa/plist-xml.ts',
    find: 'const MAX_PIECES = 1_000;',
    put: 'const MAX_PIECES = Infinity;',
  },
  'der-values-unlimited': {
    kinds: 'tiny',
    file: 'signature/der.ts',
    find: 'const MAX_CHILDREN = 10_000;',
    put: 'const MAX_CHILDREN = Infinity;',
  },
  'certificates-unlimited': {
    kinds: 'certificates',
    file: 'signature/certificate.ts',
    find: 'const MAX_CERTIFICATES = 20;',
    put: 'const MAX_CERTIFICATES = Infinity;',
  },
  'block-values-unlimited': {
    kinds: 'attributes',
    file: 'signature/block-reader.ts',
    find: 'const MAX_VALUES = 1_000;',
    put: 'const MAX_VALUES = Infinity;',
  },
  'rotations-unlimited': {
    kinds: 'rotations',
    file: 'signature/lineage.ts',
    find: 'const MAX_NODES = 32;',
    put: 'const MAX_NODES = Infinity;',
  },
  'sections-unlimited': {
    kinds: 'JAR',
    file: 'signature/v1/jar-manifest.ts',
    find: 'const MAX_SECTIONS = 65_536;',
    put: 'const MAX_SECTIONS = Infinity;',
  },
  'attributes-unlimited': {
    kinds: 'JAR',
    file: 'signature/v1/jar-manifest.ts',
    find: 'const MAX_ATTRIBUTES = 1_000;',
    put: 'const MAX_ATTRIBUTES = Infinity;',
  },
  'entry-count-trusted': {
    kinds: 'counts',
    file: 'zip.ts',
    find: 'at + CENTRAL_HEADER_SIZE > bytes.length || ',
    put: '',
  },
};

const COPIED = ['src/shared', 'src/server/catalog/inspection', 'test/fuzz/inspect-case.ts', 'package.json'];

/** Copies the sources that inspect packages into a temporary folder. Returns the folder. */
export async function copySources(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-fault-'));
  for (const path of COPIED) await cp(join(ROOT, path), join(folder, path), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Plants a fault in a copy of the sources. Throws when the code that it replaces isn't there any more. */
export async function plantFault(name: string, folder: string): Promise<void> {
  const { file, find, put } = faultNamed(name);
  const path = join(folder, 'src/shared/packages', file);
  const text = await readFile(path, 'utf8');
  if (text.split(find).length !== 2)
    throw new Error(`The fault "${name}" has no place in ${file} any more, or several.`);
  await writeFile(
    path,
    text.replace(find, () => put),
  );
}

/** Returns a fault by its name. */
export function faultNamed(name: string): Fault {
  const fault = FAULTS[name];
  if (!fault)
    throw new Error(`There is no fault "${name}". Choose one of ${Object.keys(FAULTS).join(', ')}.`);
  return fault;
}
