/** A value in compiled resources: `data` is unsigned, `text` is the string it refers to or its raw text. */
export interface TypedValue {
  type: number;
  data: number;
  text: string | null;
}

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

/**
 * Converts the value to text: strings unchanged, numbers in signed decimal, booleans as `true` or `false`,
 * else null.
 */
export function textOf(value: TypedValue): string | null {
  if (value.type === STRING) return value.text;
  if (value.type === BOOLEAN) return String(value.data !== 0);
  const integer = value.type >= FIRST_INTEGER && value.type <= LAST_INTEGER;
  return integer ? String(value.data | 0) : null;
}
