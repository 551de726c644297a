/** Fields with the id of something, such as `appId`, or with several, such as `userIds`. */
const ID_FIELD = /^(?:id|uid)s?$|(?:Id|Uid)s?$/;

/** Returns the ids in a result or an input, by the names of their fields. */
export function idsOf(value: unknown, ids = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return ids;
  for (const [field, part] of Object.entries(value)) {
    if (ID_FIELD.test(field)) {
      for (const id of [part].flat())
        if (typeof id === 'string' || typeof id === 'number') ids.add(String(id));
    } else idsOf(part, ids);
  }
  return ids;
}

/** Returns the ids in the body of a request; none for one that isn't JSON, such as a file. */
export function idsIn(body: unknown): Set<string> {
  if (typeof body !== 'string') return new Set();
  try {
    return idsOf(JSON.parse(body));
  } catch {
    return new Set();
  }
}
