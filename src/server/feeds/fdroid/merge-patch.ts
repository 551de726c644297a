/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * Returns the merge patch that turns one value into another; undefined when they are equal. A merge patch removes a
 * member by null, so it cannot set one to null.
 * @see RFC 7386, section 2
 */
export function createMergePatch(from: Json | undefined, to: Json): Json | undefined {
  if (!isObject(from) || !isObject(to)) return isEqual(from, to) ? undefined : to;
  const changes: Record<string, Json> = {};
  for (const name of Object.keys(from)) {
    if (!Object.hasOwn(to, name)) changes[name] = null;
  }
  for (const [name, value] of Object.entries(to)) {
    const change = createMergePatch(Object.hasOwn(from, name) ? from[name] : undefined, value);
    if (change !== undefined) changes[name] = change;
  }
  return Object.keys(changes).length === 0 ? undefined : changes;
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEqual(from: Json | undefined, to: Json): boolean {
  return from === to || (from !== undefined && JSON.stringify(from) === JSON.stringify(to));
}
