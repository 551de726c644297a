import { IDS } from './cases.ts';

/** An attribute as `aapt dump xmltree` prints it. */
interface ReadAttribute {
  readonly namespace: string | null;
  readonly name: string;
  /** 0 without one. */
  readonly id: number;
  readonly value: string;
}

export interface ReadElement {
  readonly name: string;
  readonly attributes: ReadAttribute[];
  readonly children: ReadElement[];
}

const ANDROID = 'http://schemas.android.com/apk/res/android';
const ELEMENT = /^( *)E: (.*) \(line=\d+\)$/;
const ATTRIBUTE = /^ *A: (?:(.*):)?([^:(]*)(?:\(0x([0-9a-f]{8})\))?=(.*)$/;
/** The text as written, which an attribute may have beside its value. */
const RAW = / \(Raw: "(?:.*)"\)$/;

/** Reads the output of `aapt dump xmltree`. Returns null when it has no elements. */
export function parseXmlTree(text: string): ReadElement | null {
  const root: ReadElement = { name: '', attributes: [], children: [] };
  const open = [{ element: root, indent: -1 }];
  for (const line of text.split('\n')) {
    const [, indent, name = ''] = ELEMENT.exec(line) ?? [];
    if (indent !== undefined) {
      const element: ReadElement = { name, attributes: [], children: [] };
      while ((open.at(-1)?.indent ?? -1) >= indent.length) open.pop();
      open.at(-1)?.element.children.push(element);
      open.push({ element, indent: indent.length });
    }
    const attribute = ATTRIBUTE.exec(line);
    if (attribute) open.at(-1)?.element.attributes.push(attributeOf(attribute));
  }
  return root.children[0] ?? null;
}

function attributeOf([, namespace, name = '', id, value = '']: RegExpExecArray): ReadAttribute {
  return {
    namespace: namespace ?? null,
    name,
    id: Number.parseInt(id ?? '0', 16),
    value: value.replace(RAW, ''),
  };
}

/** Returns the value of an attribute in one way of reading. */
type Find = (attributes: readonly ReadAttribute[], name: keyof typeof IDS) => ReadAttribute | undefined;

const hasId = (name: keyof typeof IDS) => (attribute: ReadAttribute) => attribute.id === IDS[name];
/** A name that a tool has removed leaves the ID, by which everything finds the attribute. */
const isNamed = (name: keyof typeof IDS) => (attribute: ReadAttribute) =>
  (attribute.namespace === ANDROID && attribute.name === name) ||
  (attribute.name === '' && attribute.id === IDS[name]);

/** The ways in which Android's readers and those of build tools find an attribute. */
const WAYS: readonly Find[] = [
  (attributes, name) => attributes.find(hasId(name)),
  (attributes, name) => attributes.findLast(hasId(name)),
  (attributes, name) => attributes.find(isNamed(name)),
  (attributes, name) => attributes.findLast(isNamed(name)),
  // The platform takes them to be sorted.
  (attributes, name) =>
    attributes.find(
      (one, at) => hasId(name)(one) && attributes.slice(0, at).every(({ id }) => id <= IDS[name]),
    ),
];

/** The values of each resource by its ID, as `aapt dump --values resources` prints them. */
export type ReadResources = ReadonlyMap<string, ReadonlySet<string>>;

const VALUE = /^ *resource (0x[0-9a-f]{8}) \S+ (t=0x[0-9a-f]{2} d=0x[0-9a-f]{8})/;

/** Reads the output of `aapt dump --values resources`. */
export function parseResources(text: string): ReadResources {
  const found = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    const [, id = '', value = ''] = VALUE.exec(line) ?? [];
    if (id !== '') found.set(id, (found.get(id) ?? new Set()).add(value));
  }
  return found;
}

/** A text of a resource, and the platform version from which it is for. */
interface VersionedText {
  readonly id: string;
  readonly version: number;
  readonly text: string;
}

/** Reads the texts of all resources from the output of `aapt dump --values resources`. */
export function parseTexts(text: string): VersionedText[] {
  const lines = text.split('\n');
  let version = 0;
  return lines.flatMap((line, at) => {
    const config = /^ *config (.*):$/.exec(line)?.[1];
    if (config !== undefined) version = Number(/(?:^|-)v(\d+)$/.exec(config)?.[1] ?? 0);
    const [, id = ''] = VALUE.exec(line) ?? [];
    const found = /^ *\(string\d*\) "(.*)"$/.exec(lines[at + 1] ?? '')?.[1];
    return id === '' || found === undefined ? [] : [{ id, version, text: found }];
  });
}

/** Returns the names that an app has on devices of later platform versions than the first. */
export function laterNames(manifest: ReadElement, texts: readonly VersionedText[], minSdk: number): string[] {
  const application = manifest.children.find(({ name }) => name === 'application');
  const label = application && WAYS[0]?.(application.attributes, 'label')?.value.replace(/^@/, '');
  return texts
    .filter(({ id, version, text }) => id === label && version > minSdk && text !== '')
    .map(({ text }) => text);
}

/** Attributes that decide about an app, so that they can't differ from device to device. */
const DECISIVE: ReadonlySet<string> = new Set([
  'versionCode',
  'versionName',
  'minSdkVersion',
  'targetSdkVersion',
  'maxSdkVersion',
  'debuggable',
  'testOnly',
]);

const OF_MANIFEST = ['versionCode', 'versionName'] as const;
const OF_SDK = ['minSdkVersion', 'targetSdkVersion', 'maxSdkVersion'] as const;
const OF_APPLICATION = ['label', 'icon', 'debuggable', 'testOnly'] as const;
const OF_PERMISSION = ['name', 'maxSdkVersion'] as const;
const OF_FEATURE = ['name', 'required'] as const;

/**
 * Returns what in a manifest depends on the way of reading it: attributes that are found by ID or by name, the first or
 * the last of several, elements of which there may be one, and numbers and flags that resources have in several values.
 */
export function ambiguitiesOf(manifest: ReadElement, resources: ReadResources): string[] {
  const childrenOf = (name: string) => manifest.children.filter((child) => child.name === name);
  const each = (name: string, attributes: readonly (keyof typeof IDS)[]) =>
    childrenOf(name).flatMap((element) => between([element], attributes));
  return [
    ...plainAmbiguities(manifest),
    ...between([manifest], OF_MANIFEST),
    ...between(childrenOf('uses-sdk'), OF_SDK),
    ...between(childrenOf('application'), OF_APPLICATION),
    ...each('uses-permission', OF_PERMISSION),
    ...each('uses-permission-sdk-23', OF_PERMISSION),
    ...each('uses-feature', OF_FEATURE),
    ...[manifest, ...childrenOf('uses-sdk'), ...childrenOf('application')].flatMap((element) =>
      byDevice(element, resources),
    ),
  ];
}

/** Returns the attributes whose value depends on the device. */
function byDevice({ name, attributes }: ReadElement, resources: ReadResources): string[] {
  return attributes.flatMap((attribute) => {
    const values = resources.get(attribute.value.replace(/^@/, '')) ?? [];
    return DECISIVE.has(attribute.name) ? described(`${attribute.name} of <${name}>`, [...values]) : [];
  });
}

/** Returns the attributes whose value depends on the way of reading, or on which of several elements counts. */
function between(elements: readonly ReadElement[], names: readonly (keyof typeof IDS)[]): string[] {
  const ends = [elements.at(0), elements.at(-1)].filter((element) => element !== undefined);
  return names.flatMap((name) => {
    const found = ends.flatMap(({ attributes }) =>
      WAYS.map((find) => find(attributes, name)?.value ?? 'nothing'),
    );
    return described(`${name} of <${elements[0]?.name}>`, found);
  });
}

/** The attributes that have no namespace. */
function plainAmbiguities({ attributes }: ReadElement): string[] {
  return ['package', 'split'].flatMap((name) => {
    const named = attributes.filter((one) => one.name === name && one.namespace === null);
    return described(
      name,
      [named.at(0), named.at(-1)].map((one) => one?.value ?? 'nothing'),
    );
  });
}

function described(what: string, found: readonly string[]): string[] {
  const distinct = [...new Set(found)];
  return distinct.length > 1 ? [`${what}: aapt may read ${distinct.join(' or ')}`] : [];
}
