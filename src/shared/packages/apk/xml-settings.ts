import type { FactLimiter } from '../fact-limiter.ts';
import type { AndroidFacts } from '../facts.ts';
import { PackageError } from '../finding.ts';
import { MAX_FACT_NAME_LENGTH, MAX_LISTED, MAX_REFERRED_CHARACTERS } from '../limits.ts';
import { decodeBinaryXml, type XmlElement } from './binary-xml.ts';
import type { ReadComponent } from './component-facts.ts';
import type { AttributeName } from './manifest-attributes.ts';
import type { ValueReader } from './manifest-values.ts';
import { integerOf, textOf } from './typed-value.ts';

/** Files that are read; real apps have a handful with a few hundred bytes each. */
const MAX_FILES = 40;
const MAX_FILE_BYTES = 256 * 1024;
/** Elements of one file that are looked at. */
const MAX_ELEMENTS = 2_000;
/** The file counts for traffic without encryption as the attribute of the application does. */
const FIRST_SDK_WITHOUT_CLEARTEXT = 28;
/** Until Android 6 apps trusted certificates that a user had installed, unless they said otherwise. */
const FIRST_SDK_WITHOUT_USER_CERTIFICATES = 24;

interface XmlFiles {
  readonly values: ValueReader;
  readonly limiter: FactLimiter;
  /** Returns a file by its path; null when it is missing. Rejects with PackageError when it cannot be read. */
  readonly readFile: (path: string, maxBytes: number) => Promise<Uint8Array | null>;
}

/** Flags of an accessibility service that say what it may do. */
const ACCESSIBILITY_FLAGS: readonly AttributeName[] = [
  'isAccessibilityTool',
  'canRetrieveWindowContent',
  'canPerformGestures',
  'canRequestFilterKeyEvents',
  'canTakeScreenshot',
];

/** Returns components with what the XML files that they name let them do. */
export async function readComponentSettings(
  components: readonly ReadComponent[],
  files: XmlFiles,
): Promise<NonNullable<AndroidFacts['components']>> {
  const known = new Map<string, readonly string[]>();
  let left = MAX_REFERRED_CHARACTERS;
  const found: NonNullable<AndroidFacts['components']> = [];
  for (const { facts, files: paths } of components) {
    const settings: string[] = [];
    for (const path of paths) {
      if (!known.has(path) && known.size < MAX_FILES) {
        known.set(path, (await tryReadXml(path, files, (root) => settingsIn(root, files.values))) ?? []);
      }
      settings.push(...(known.get(path) ?? []));
    }
    const listed = [...new Set(settings)].slice(0, MAX_LISTED.ofComponent);
    left -= JSON.stringify(listed).length;
    if (left < 0) files.limiter.leaveOut('componentSettings', MAX_REFERRED_CHARACTERS);
    found.push(listed.length > 0 && left >= 0 ? { ...facts, settings: listed } : facts);
  }
  return found;
}

/** Returns what the settings of a service, receiver or card let it do; nothing for any other file. */
function settingsIn(root: XmlElement, values: ValueReader): string[] {
  const elements = elementsBelow(root);
  if (root.name === 'accessibility-service') {
    return ACCESSIBILITY_FLAGS.filter((name) => values.isSetSomewhere(root, name, false));
  }
  if (root.name === 'device-admin') {
    return elements
      .filter(({ name }) => name === 'uses-policies')
      .flatMap(({ children }) => children.map(({ name }) => name.slice(0, MAX_FACT_NAME_LENGTH)));
  }
  if (root.name === 'host-apdu-service' || root.name === 'offhost-apdu-service') {
    const filters = elements.filter(({ name }) => /^aid-(prefix-|suffix-)?filter$/.test(name));
    return filters.map((filter) => `AID ${values.text(filter, 'name') ?? ''}`.slice(0, MAX_FACT_NAME_LENGTH));
  }
  return [];
}

/** Reads the rules for networks: the domains and the certificates of the user that they allow. */
export async function readNetworkRules(
  { cleartext, file }: { readonly cleartext: boolean; readonly file: string | null },
  { targetSdk }: Pick<AndroidFacts, 'targetSdk'>,
  files: XmlFiles,
): Promise<NonNullable<AndroidFacts['network']>> {
  const rules = file === null ? null : await tryReadXml(file, files, (root) => rulesIn(root, targetSdk));
  return rules ?? { cleartext, cleartextDomains: [], userCertificates: trustsUserByDefault(targetSdk) };
}

function rulesIn(root: XmlElement, targetSdk: number): NonNullable<AndroidFacts['network']> | null {
  if (root.name !== 'network-security-config') return null;
  const base = root.children.find(({ name }) => name === 'base-config');
  const isClearByDefault = targetSdk < FIRST_SDK_WITHOUT_CLEARTEXT;
  const domains = new Set<string>();
  for (const config of elementsBelow(root).filter(({ name }) => name === 'domain-config')) {
    if (!flagIn(config, 'cleartextTrafficPermitted', false)) continue;
    for (const domain of config.children.filter(({ name }) => name === 'domain')) {
      domains.add(domain.text().slice(0, MAX_FACT_NAME_LENGTH));
    }
  }
  return {
    cleartext: base ? flagIn(base, 'cleartextTrafficPermitted', isClearByDefault) : isClearByDefault,
    cleartextDomains: [...domains].filter(Boolean).sort().slice(0, MAX_LISTED.domains),
    userCertificates: trustsUser(root) || (trustsUserByDefault(targetSdk) && !base?.children.some(isTrust)),
  };
}

function trustsUserByDefault(targetSdk: number): boolean {
  return targetSdk < FIRST_SDK_WITHOUT_USER_CERTIFICATES;
}

const isTrust = ({ name }: XmlElement) => name === 'trust-anchors';

/** Returns true for certificates of the user outside of what counts only while debugging. */
function trustsUser(root: XmlElement): boolean {
  return root.children
    .filter(({ name }) => name !== 'debug-overrides')
    .flatMap(elementsBelow)
    .some((element) => element.name === 'certificates' && attributeIn(element, 'src') === 'user');
}

/** These files have attributes without namespace and resource id. */
function attributeIn(element: XmlElement, wanted: string): string | null {
  const found = element.attributes().find(({ name }) => name === wanted);
  if (!found) return null;
  const integer = integerOf(found.value);
  return integer === null ? (textOf(found.value) ?? found.raw) : String(integer !== 0);
}

function flagIn(element: XmlElement, name: string, byDefault: boolean): boolean {
  const text = attributeIn(element, name);
  return text === null ? byDefault : text === 'true';
}

/** Returns an element and those below it, in the order of the file. */
function elementsBelow(root: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  const waiting = [root];
  for (let next = waiting.shift(); next && found.length < MAX_ELEMENTS; next = waiting.shift()) {
    found.push(next);
    waiting.unshift(...next.children);
  }
  return found;
}

/** Returns what a reader finds in a file that the manifest names; null when there is none that can be read. */
async function tryReadXml<T>(
  path: string,
  { readFile }: XmlFiles,
  read: (root: XmlElement) => T,
): Promise<T | null> {
  try {
    const bytes = await readFile(path, MAX_FILE_BYTES);
    return bytes && read(decodeBinaryXml(bytes));
  } catch (error) {
    // Such a file is of no use to Android either, which then gives the component nothing.
    if (error instanceof PackageError || error instanceof RangeError) return null;
    throw error;
  }
}
