import { t } from '#shared/languages/translate.ts';

/** Returns the reason why no credential can be added before the address is confirmed; null when one can. */
export function unconfirmedReason(isConfirmed: boolean): string | null {
  return isConfirmed ? null : t`Confirm your email address first.`;
}
