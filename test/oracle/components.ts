import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseXmlTree, type ReadElement } from './readings.ts';

const run = promisify(execFile);

/** The parts of a manifest beside permissions and names, in the terms of the comparison, in alphabetical order. */
export interface StatedManifest {
  /** Each as kind, name, `exported` and the permission. */
  readonly components: readonly string[];
  readonly queries: readonly string[];
  readonly declaredPermissions: readonly string[];
  readonly allowBackup: boolean;
}

const KINDS = new Set(['activity', 'activity-alias', 'service', 'receiver', 'provider']);

/** Reads a package's manifest by `aapt2`; null when it refuses the package. */
export async function askManifest(path: string): Promise<StatedManifest | null> {
  const tree = await run('aapt2', ['dump', 'xmltree', '--file', 'AndroidManifest.xml', path], {
    maxBuffer: 64 * 1024 * 1024,
  }).then(
    ({ stdout }) => stdout,
    () => null,
  );
  const root = tree === null ? null : parseXmlTree(tree);
  if (root === null) return null;
  const sdk = root.children.find(({ name }) => name === 'uses-sdk');
  const applicationId = valueOf(root, 'package') ?? '';
  const targetSdk = Number((sdk && (valueOf(sdk, 'targetSdkVersion') ?? valueOf(sdk, 'minSdkVersion'))) ?? 1);
  const application = root.children.find(({ name }) => name === 'application');
  const below = (element: ReadElement, kind: string) => element.children.filter(({ name }) => name === kind);
  const components = (application?.children ?? [])
    .filter(({ name }) => KINDS.has(name))
    .map((element) => describe(element, { applicationId, targetSdk }));
  const byDefault = application && valueOf(application, 'permission');
  const described = components.map(({ text, isProtectable, permission }) => {
    const protecting = permission ?? (isProtectable ? byDefault : undefined);
    return protecting ? `${text} permission ${protecting}` : text;
  });
  const queries = below(root, 'queries').flatMap((element) => [
    ...below(element, 'package').map((one) => `package ${valueOf(one, 'name') ?? ''}`),
    ...below(element, 'provider').map((one) => `provider ${valueOf(one, 'authorities') ?? ''}`),
  ]);
  return {
    components: described.sort(),
    queries: queries.sort(),
    declaredPermissions: below(root, 'permission')
      .map((element) => valueOf(element, 'name') ?? '')
      .sort(),
    allowBackup: !application || valueOf(application, 'allowBackup') !== 'false',
  };
}

function describe(
  element: ReadElement,
  { applicationId, targetSdk }: { readonly applicationId: string; readonly targetSdk: number },
) {
  const name = valueOf(element, 'name') ?? '';
  const full = name.startsWith('.')
    ? applicationId + name
    : name.includes('.')
      ? name
      : `${applicationId}.${name}`;
  const hasFilter = element.children.some((child) => child.name === 'intent-filter');
  const byDefault = element.name === 'provider' ? targetSdk <= 16 : hasFilter;
  const stated = valueOf(element, 'exported');
  const isExported = stated === undefined ? byDefault : stated === 'true';
  return {
    text: `${element.name} ${full}${isExported ? ' exported' : ''}`,
    isProtectable: element.name !== 'activity-alias',
    permission:
      (element.name === 'provider' ? valueOf(element, 'readPermission') : undefined) ??
      valueOf(element, 'permission'),
  };
}

function valueOf(element: ReadElement, name: string): string | undefined {
  const found = element.attributes.find((attribute) => attribute.name === name);
  return found?.value.replace(/^"(.*)"$/, '$1');
}
