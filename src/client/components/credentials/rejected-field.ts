import { CallError } from '#shared/errors.ts';

type Field = 'email' | 'name' | 'password';

const FIELDS: Readonly<Record<string, Field>> = {
  ADDRESS_NOT_AVAILABLE: 'email',
  INVALID_EMAIL: 'email',
  INVALID_PASSWORD: 'password',
  NAME_REFUSED: 'name',
  PASSWORD_REFUSED: 'password',
};

/** Returns the field that the identity provider's error is about; null when it is about none. */
export function rejectedField(error: unknown): Field | null {
  const code = error instanceof CallError ? error.details?.['code'] : undefined;
  return (typeof code === 'string' && FIELDS[code]) || null;
}
