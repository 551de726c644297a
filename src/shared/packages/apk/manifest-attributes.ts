import type { XmlAttribute, XmlElement } from './binary-xml.ts';
import type { ManifestDoubts } from './manifest-doubts.ts';
import { textResolver } from './resolve-text.ts';
import type { ResourceTable } from './resource-table.ts';
import { integerOf, isNone, isText, referenceOf, type TypedValue } from './typed-value.ts';

const ANDROID = 'http://schemas.android.com/apk/res/android';

/** Framework ids of the attributes we read (AOSP core/res/res/values/public-final.xml). */
const ATTRIBUTE_IDS = {
  label: 0x01010001,
  icon: 0x01010002,
  name: 0x01010003,
  permission: 0x01010006,
  readPermission: 0x01010007,
  writePermission: 0x01010008,
  protectionLevel: 0x01010009,
  permissionGroup: 0x0101000a,
  sharedUserId: 0x0101000b,
  enabled: 0x0101000e,
  debuggable: 0x0101000f,
  exported: 0x01010010,
  process: 0x01010011,
  taskAffinity: 0x01010012,
  authorities: 0x01010018,
  targetPackage: 0x01010021,
  resource: 0x01010025,
  mimeType: 0x01010026,
  scheme: 0x01010027,
  host: 0x01010028,
  path: 0x0101002a,
  pathPrefix: 0x0101002b,
  pathPattern: 0x0101002c,
  src: 0x01010119,
  drawable: 0x01010199,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  targetSdkVersion: 0x01010270,
  maxSdkVersion: 0x01010271,
  testOnly: 0x01010272,
  required: 0x0101028e,
  logo: 0x010102be,
  banner: 0x010103f2,
  targetActivity: 0x01010202,
  allowBackup: 0x01010280,
  canRetrieveWindowContent: 0x01010385,
  canRequestFilterKeyEvents: 0x010103d9,
  fullBackupContent: 0x010104eb,
  usesCleartextTraffic: 0x010104ec,
  autoVerify: 0x010104ee,
  canPerformGestures: 0x0101050d,
  networkSecurityConfig: 0x01010527,
  roundIcon: 0x0101052c,
  targetSandboxVersion: 0x0101054c,
  versionCodeMajor: 0x01010576,
  isSplitRequired: 0x01010591,
  foregroundServiceType: 0x01010599,
  canTakeScreenshot: 0x0101060f,
  pathSuffix: 0x0101061e,
  pathAdvancedPattern: 0x01010620,
  dataExtractionRules: 0x0101063e,
  isAccessibilityTool: 0x01010641,
  requiredSplitTypes: 0x0101064e,
};
export type AttributeName = keyof typeof ATTRIBUTE_IDS;

/** Returns the value of the attribute with a framework id, which is what Android’s parser finds; null without one. */
export function findAttribute(element: XmlElement, name: AttributeName): TypedValue | null {
  return byId(element, name)?.value ?? null;
}

/**
 * Returns the text of an attribute without namespace, such as `package`, which Android finds by its name and takes as
 * it is written; null when it is absent. Records a doubt about everything by which another reader finds another text.
 * @see AOSP ApkLiteParseUtils.parsePackageSplitNames, and XmlBlock.Parser.getAttributeValue
 */
export function plainAttribute(element: XmlElement, name: string, doubts: ManifestDoubts): string | null {
  const named = element.attributes().filter((attribute) => attribute.name === name);
  const found = named.find(({ namespace }) => namespace === null);
  const place = `<${element.name} ${name}>`;
  if (named.length > 1) doubts.add({ found: 'repeated', place, times: named.length });
  for (const { namespace, resourceId } of named) {
    if (namespace !== null) doubts.add({ found: 'namespace', place, value: namespace.slice(0, 100) });
    if (resourceId !== 0) doubts.add({ found: 'resourceId', place });
  }
  if (found && (!isText(found.value) || found.raw !== found.value.text)) {
    const [written, compiled] = [quoteText(found.raw), quoteText(found.value.text)];
    doubts.add({ found: 'compiled', place, written, compiled });
  }
  return found?.raw ?? null;
}

/** Reads attributes as text, number or flag, following references into the resource table. */
export interface AttributeReader {
  /** Returns an attribute’s value as it is compiled; null when it is absent. */
  value(element: XmlElement, name: AttributeName): TypedValue | null;
  /** Returns its text, or that of the resource it refers to. Others read a number as none. */
  text(element: XmlElement, name: AttributeName): string | null;
  /** Returns its text where Android takes no reference: the name of a permission or a feature. */
  ownText(element: XmlElement, name: AttributeName): string | null;
  /** Returns a number; null for text, which Android doesn’t convert. */
  integer(element: XmlElement, name: AttributeName): number | null;
  /** Returns a number where build tools follow no reference. */
  ownInteger(element: XmlElement, name: AttributeName): number | null;
  /** Returns a flag, as `TypedArray.getBoolean` converts it. */
  flag(element: XmlElement, name: AttributeName, byDefault?: boolean): boolean;
}

/**
 * Creates a reader that finds attributes by their framework id, as Android’s parser does, and records a doubt wherever
 * another one of its readers finds or converts another value.
 * @see AOSP ParsingPackageUtils and TypedArray (by id and type), ApkLiteParseUtils (by namespace and name)
 */
export function attributeReader(table: ResourceTable, doubts: ManifestDoubts): AttributeReader {
  const resolve = textResolver(table);
  const value = (element: XmlElement, name: AttributeName) => lookUp(element, name, doubts);
  const text = (element: XmlElement, name: AttributeName) => {
    const found = value(element, name);
    if (found && !isAlwaysText(table, found)) {
      doubts.add({ found: 'notAlwaysText', place: placeOf(element, name) });
    }
    return found && resolve(found);
  };
  const integer = (element: XmlElement, name: AttributeName) => {
    const found = value(element, name);
    if (!found) return null;
    const own = integerOf(found);
    if (own !== null) return own;
    const resolved = referenceOf(found) === null ? null : resolve(found);
    if (resolved !== null && /^-?\d{1,10}$/.test(resolved)) return Number(resolved);
    const written = quoteText(resolved ?? found.text);
    doubts.add({ found: 'notNumber', place: placeOf(element, name), value: written });
    return null;
  };
  return {
    value,
    text,
    ownText(element, name) {
      const found = value(element, name);
      if (found && !isText(found)) doubts.add({ found: 'notText', place: placeOf(element, name) });
      return found && resolve(found);
    },
    integer,
    ownInteger(element, name) {
      const found = value(element, name);
      if (found && referenceOf(found) !== null)
        doubts.add({ found: 'reference', place: placeOf(element, name) });
      return integer(element, name);
    },
    flag(element, name, byDefault = false) {
      const found = value(element, name);
      if (!found) return byDefault;
      const own = integerOf(found);
      if (own !== null) return own !== 0;
      const resolved = resolve(found);
      const isResource = referenceOf(found) !== null;
      if (isResource && (resolved === 'true' || resolved === 'false')) return resolved === 'true';
      doubts.add({ found: 'notFlag', place: placeOf(element, name), value: quoteText(resolved) });
      return flagOf(resolved, { isResource, byDefault });
    },
  };
}

/** References to references that are followed, as Android does. */
const MAX_REFERENCES = 20;

/** Returns true when a value is text, or refers to text in every configuration. */
function isAlwaysText(table: ResourceTable, value: TypedValue): boolean {
  const waiting = [value];
  const seen = new Set<number>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const reference = referenceOf(next);
    if (reference === null && !isText(next)) return false;
    if (reference === null || seen.has(reference)) continue;
    seen.add(reference);
    const values = table.valuesOf(reference);
    if (values.length === 0 || seen.size > MAX_REFERENCES) return false;
    waiting.push(...values.map((configured) => configured.value));
  }
  return true;
}

/**
 * Converts text to a flag as Android does. A resource may be a number, of which all but 0 are true.
 * @see AOSP XmlUtils.convertValueToBoolean
 */
function flagOf(
  text: string | null,
  { isResource, byDefault }: { isResource: boolean; byDefault: boolean },
): boolean {
  if (!text) return byDefault;
  if (isResource && /^-?\d+$/.test(text)) return Number(text) !== 0;
  return ['1', 'true', 'TRUE'].includes(text);
}

/** Finds an attribute by its id, and records a doubt when its name, order or raw text say something else. */
function lookUp(element: XmlElement, name: AttributeName, doubts: ManifestDoubts): TypedValue | null {
  const id = ATTRIBUTE_IDS[name];
  const isNamed = (attribute: XmlAttribute) => attribute.namespace === ANDROID && attribute.name === name;
  const similar = element
    .attributes()
    .filter((attribute) => attribute.resourceId === id || isNamed(attribute));
  const [first] = similar;
  if (!first) return null;
  const place = placeOf(element, name);
  const found = byId(element, name);
  if (similar.length > 1) doubts.add({ found: 'repeated', place, times: similar.length });
  if (!found) doubts.add({ found: 'otherResourceId', place });
  if (!found) return null;
  if (found.name !== '' && !isNamed(found)) {
    const [own, value] = [found.name.slice(0, 100), quoteText(found.namespace)];
    doubts.add({ found: 'otherName', place, name: own, value });
  }
  const before = element.attributes().slice(0, element.attributes().indexOf(found));
  if (before.some(({ resourceId }) => resourceId > id)) {
    doubts.add({ found: 'order', place });
  }
  if (!rawAgrees(found)) {
    const [written, compiled] = [quoteText(found.raw), describeValue(found.value)];
    doubts.add({ found: 'compiled', place, written, compiled });
  }
  if (isNone(found.value)) {
    doubts.add({ found: 'empty', place });
    return null;
  }
  return found.value;
}

function byId(element: XmlElement, name: AttributeName): XmlAttribute | undefined {
  const id = ATTRIBUTE_IDS[name];
  return element.attributes().find(({ resourceId }) => resourceId === id);
}

/** Returns true when the text as written, where there is one, means the compiled value. */
function rawAgrees({ raw, value }: XmlAttribute): boolean {
  if (isText(value)) return raw === null || raw === value.text;
  if (raw === null) return true;
  if (referenceOf(value) !== null) return raw.startsWith('@');
  const integer = integerOf(value);
  if (raw === 'true' || raw === 'false') return integer !== null && (integer !== 0) === (raw === 'true');
  return integer !== null && /^-?(0x[\da-f]+|\d+)$/i.test(raw) && toInteger(raw) === integer;
}

function toInteger(text: string): number {
  const size = Number(text.replace('-', ''));
  return (text.startsWith('-') ? -size : size) | 0;
}

function placeOf(element: XmlElement, name: AttributeName): string {
  return `<${element.name} android:${name}>`;
}

function describeValue(value: TypedValue): string {
  return isText(value) ? quoteText(value.text) : String(integerOf(value) ?? value.data);
}

/** Returns a text in quotes; an empty one for none. */
function quoteText(text: string | null): string {
  return text === null ? '' : `"${text.slice(0, 100)}"`;
}
