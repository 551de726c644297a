/** Test credentials as they are typed. */
export interface TypedCredentials {
  readonly userName: string;
  readonly password: string;
  readonly instructions: string;
}

/*
 * Credentials that were typed and not submitted yet, by user and version. They stay in this page's memory when a dialog is
 * closed; a browser's storage is no place for passwords.
 */
const kept = new Map<string, TypedCredentials>();

/** Returns the typed credentials; null without any. */
export function findTypedCredentials(key: string): TypedCredentials | null {
  return kept.get(key) ?? null;
}

/** Keeps typed credentials until they are submitted; null forgets them. */
export function keepTypedCredentials(key: string, typed: TypedCredentials | null): void {
  if (typed === null) kept.delete(key);
  else kept.set(key, typed);
}
