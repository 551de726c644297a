import type { XmlElement } from './binary-xml.ts';
import { textResolver } from './resolve-text.ts';
import type { ResourceTable } from './resource-table.ts';
import type { TypedValue } from './typed-value.ts';

/** Framework ids of the attributes we read (AOSP core/res/res/values/public-final.xml). */
const ATTRIBUTE_IDS = {
  label: 0x01010001,
  icon: 0x01010002,
  name: 0x01010003,
  debuggable: 0x0101000f,
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
  roundIcon: 0x0101052c,
  versionCodeMajor: 0x01010576,
  isSplitRequired: 0x01010591,
};
export type AttributeName = keyof typeof ATTRIBUTE_IDS;

/**
 * Finds an attribute by its framework id, or by name when it has no id; null when the element has neither.
 */
export function findAttribute(element: XmlElement, name: AttributeName): TypedValue | null {
  return element.valueById(ATTRIBUTE_IDS[name]) ?? element.valueByName(name);
}

/** Returns the text of an attribute that has no framework id, such as `package`; null when it is absent. */
export function plainAttribute(element: XmlElement, name: string): string | null {
  return element.valueByName(name)?.text ?? null;
}

/** Reads attributes as text, number or flag, following references into the resource table. */
export interface AttributeReader {
  text(element: XmlElement, name: AttributeName): string | null;
  integer(element: XmlElement, name: AttributeName): number | null;
  flag(element: XmlElement, name: AttributeName): boolean;
}

export function attributeReader(table: ResourceTable): AttributeReader {
  const resolve = textResolver(table);
  const text = (element: XmlElement, name: AttributeName) => {
    const value = findAttribute(element, name);
    return value && resolve(value);
  };
  return {
    text,
    integer(element, name) {
      const digits = text(element, name);
      return digits !== null && /^-?\d{1,10}$/.test(digits) ? Number(digits) : null;
    },
    flag(element, name) {
      const value = text(element, name);
      return value === 'true' || (value !== null && /^-?\d+$/.test(value) && Number(value) !== 0);
    },
  };
}
