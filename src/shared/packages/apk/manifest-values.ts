import type { XmlElement } from './binary-xml.ts';
import { type AttributeName, findAttribute } from './manifest-attributes.ts';
import type { ResourceTable } from './resource-table.ts';
import { integerOf, referenceOf, type TypedValue, textOf } from './typed-value.ts';

/** References and values that one attribute may lead to. */
const MAX_VISITED = 100;

/**
 * Reads attributes that may differ from device to device, such as `exported`: other than the facts that a store compares
 * with a device, these count as soon as one device finds them.
 */
export interface ValueReader {
  /** Returns the text that most devices find; null without one. */
  text(element: XmlElement, name: AttributeName): string | null;
  /** Returns the number that most devices find; null without one. */
  integer(element: XmlElement, name: AttributeName): number | null;
  /** Returns true when some device finds the flag set, `byDefault` without the attribute. */
  isSetSomewhere(element: XmlElement, name: AttributeName, byDefault: boolean): boolean;
  /** Returns true for an element that has the attribute. */
  has(element: XmlElement, name: AttributeName): boolean;
}

/** Creates a reader, which follows each reference into the resource table once. */
export function valueReader(table: ResourceTable): ValueReader {
  const known = new Map<number, readonly TypedValue[]>();
  const valuesOf = (element: XmlElement, name: AttributeName): readonly TypedValue[] => {
    const value = findAttribute(element, name);
    if (value === null) return [];
    const reference = referenceOf(value);
    if (reference === null) return [value];
    const found = known.get(reference) ?? follow(table, reference);
    known.set(reference, found);
    return found;
  };
  const first = <T>(element: XmlElement, name: AttributeName, read: (value: TypedValue) => T | null) =>
    valuesOf(element, name)
      .map(read)
      .find((value) => value !== null) ?? null;
  return {
    text: (element, name) => first(element, name, textOf),
    integer: (element, name) => first(element, name, integerOf),
    isSetSomewhere(element, name, byDefault) {
      const values = valuesOf(element, name);
      return values.length === 0 ? byDefault : values.some(isSet);
    },
    has: (element, name) => findAttribute(element, name) !== null,
  };
}

/** Returns everything that a reference leads to, the default configuration first. */
function follow(table: ResourceTable, reference: number): TypedValue[] {
  const found: TypedValue[] = [];
  const waiting = [reference];
  const seen = new Set<number>();
  for (let id = waiting.shift(); id !== undefined && seen.size < MAX_VISITED; id = waiting.shift()) {
    if (seen.has(id)) continue;
    seen.add(id);
    for (const { value } of table.valuesOf(id).slice(0, MAX_VISITED)) {
      const next = referenceOf(value);
      if (next === null) found.push(value);
      else waiting.push(next);
    }
  }
  return found;
}

function isSet(value: TypedValue): boolean {
  const integer = integerOf(value);
  return integer === null ? ['1', 'true', 'TRUE'].includes(value.text ?? '') : integer !== 0;
}
