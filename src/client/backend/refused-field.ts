import { CallError } from '#shared/errors.ts';

const FIELDS: Readonly<Record<string, 'email' | 'password'>> = {
  ADDRESS_NOT_AVAILABLE: 'email',
  INVALID_EMAIL: 'email',
  INVALID_PASSWORD: 'password',
  PASSWORD_REFUSED: 'password',
};

/** The field that the identity provider's refusal is about; null when it is about none. */
export function refusedField(error: unknown): 'email' | 'password' | null {
  const code = error instanceof CallError ? error.details?.['code'] : undefined;
  return (typeof code === 'string' && FIELDS[code]) || null;
}
