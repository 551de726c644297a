/** A value in compiled resources: `data` is unsigned, `text` is the string it refers to or its raw text. */
export interface TypedValue {
  type: number;
  data: number;
  text: string | null;
}

const NONE = 0x00;
const REFERENCE = 0x01;
const STRING = 0x03;
const DYNAMIC_REFERENCE = 0x07;
const FIRST_INTEGER = 0x10;
const LAST_INTEGER = 0x1f;
const BOOLEAN = 0x12;

/** Returns the resource id that the value refers to, or null when it is not a reference. */
export function referenceOf(value: TypedValue): number | null {
  return (value.type === REFERENCE || value.type === DYNAMIC_REFERENCE) && value.data !== 0
    ? value.data
    : null;
}

/** Returns true for text in the file's own string pool. */
export function isText({ type }: TypedValue): boolean {
  return type === STRING;
}

/** Returns true for a value that the file leaves empty, which Android treats as absent. */
export function isNone({ type }: TypedValue): boolean {
  return type === NONE;
}

/** Returns the signed number of an integer, which flags and colours are too; null for any other value. */
export function integerOf({ type, data }: TypedValue): number | null {
  return type >= FIRST_INTEGER && type <= LAST_INTEGER ? data | 0 : null;
}

/**
 * Converts the value to text: strings unchanged, numbers in signed decimal, booleans as `true` or `false`,
 * else null.
 */
export function textOf(value: TypedValue): string | null {
  if (value.type === STRING) return value.text;
  if (value.type === BOOLEAN) return String(value.data !== 0);
  const integer = integerOf(value);
  return integer === null ? null : String(integer);
}
