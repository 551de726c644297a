import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

interface OracleFault {
  readonly file: string;
  readonly find: string;
  readonly put: string;
}

/** Bugs that the comparison must detect. */
export const ORACLE_FAULTS: Readonly<Record<string, OracleFault>> = {
  'ids-ignored': {
    file: 'apk/manifest-attributes.ts',
    find: 'return element.attributes().find(({ resourceId }) => resourceId === id);',
    put: 'return element.attributes().find((attribute) => attribute.name === name);',
  },
  'text-as-number': {
    file: 'apk/manifest-attributes.ts',
    find: 'const resolved = referenceOf(found) === null ? null : resolve(found);',
    put: 'const resolved = resolve(found);',
  },
  'limit-of-0': {
    file: 'apk/permissions.ts',
    find: 'return max === 0 ? null : max;',
    put: 'return max === 0 ? 1 : max;',
  },
  'lists-merged': {
    file: 'apk/permissions.ts',
    find: 'permissions: listRequests(named(/^uses-permission$/), context),',
    put: 'permissions: listRequests(named(/^uses-permission(-sdk-(23|m))?$/), context),',
  },
  'implied-forgotten': {
    file: 'implied-permissions.ts',
    find: "{ from: 'WRITE_EXTERNAL_STORAGE', to: ['READ_EXTERNAL_STORAGE'] },",
    put: '',
  },
  'places-unchecked': {
    file: 'apk/manifest.ts',
    find: 'checkPlaces(root, doubts);',
    put: '',
  },
  'duplicates-accepted': {
    file: 'apk/manifest-attributes.ts',
    find: 'if (similar.length > 1)',
    put: 'if (similar.length > 2)',
  },
  'several-packages': {
    file: 'apk/manifest-attributes.ts',
    find: 'if (named.length > 1)',
    put: 'if (named.length > 2)',
  },
  'several-uses-sdk': {
    file: 'apk/sdk-levels.ts',
    find: 'if (uses.length > 1)',
    put: 'if (uses.length > 2)',
  },
  'several-applications': {
    file: 'apk/manifest-places.ts',
    find: 'if (applications > 1)',
    put: 'if (applications > 2)',
  },
  'strings-of-any-length': {
    file: 'apk/string-pool.ts',
    find: 'if (text.length !== units) {',
    put: 'if (units < 0) {',
  },
  'versions-of-values-ignored': {
    file: 'apk/resolve-text.ts',
    find: 'const distinct = new Map(found.paths.map((path) => [contentOf(path.value), path]));',
    put: 'const distinct = new Map(found.paths.slice(0, 1).map((path) => [contentOf(path.value), path]));',
  },
  'names-of-versions-ignored': {
    file: 'apk/resolve-text.ts',
    find: 'if (referenceOf(value) === null || text === usual) continue;',
    put: 'continue;',
  },
  'one-picture': {
    file: 'apk/icon-files.ts',
    find: 'of this.#files.table.valuesOf(id)) {',
    put: 'of this.#files.table.valuesOf(id).slice(0, 1)) {',
  },
  'launchers-ignored': {
    file: 'apk/manifest.ts',
    find: 'launchers: launchersOf(application, { read, applicationId }),',
    put: 'launchers: [],',
  },
};

/** Copies the sources into a temporary folder and plants a fault there. Returns the folder. */
export async function plantOracleFault(name: string): Promise<string> {
  const fault = ORACLE_FAULTS[name];
  if (!fault) {
    throw new Error(`There is no fault "${name}". Choose one of ${Object.keys(ORACLE_FAULTS).join(', ')}.`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'quayside-oracle-fault-'));
  await cp(join(ROOT, 'src/shared'), join(folder, 'src/shared'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const path = join(folder, 'src/shared/packages', fault.file);
  const text = await readFile(path, 'utf8');
  if (!text.includes(fault.find))
    throw new Error(`The fault "${name}" has no place in ${fault.file} any more.`);
  await writeFile(path, text.replace(fault.find, fault.put));
  return folder;
}
