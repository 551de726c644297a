import { t } from '../languages/translate.ts';
import type { StatusRecord } from '../lifecycle.ts';
import type { HoldKind, HoldNotice, HoldSubject, StopBy } from './schemas.ts';

export const HOLD_KINDS: Readonly<Record<HoldKind, string>> = {
  malware: t`Malware`,
  impersonation: t`Impersonation`,
  legal: t`Legal request`,
  security: t`Security problem`,
  other: t`Other`,
};

export const HOLD_SUBJECTS: Readonly<Record<HoldSubject, string>> = {
  version: t`Version`,
  app: t`App`,
  publisher: t`Publisher`,
};

export const STOPS_BY: Readonly<Record<StopBy, string>> = {
  publisher: t`Publisher`,
  certificate: t`Signing certificate`,
  file: t`File`,
  library: t`Library`,
};

/** The status that is shown instead of the own one of something that a hold keeps from everyone. */
export const ON_HOLD: StatusRecord = {
  label: t`On hold`,
  icon: 'block',
  tone: 'error',
  phrase: t`is on hold`,
};

/** Returns the sentence that says what is held. */
export function holdSentence({ subject }: Pick<HoldNotice, 'subject'>): string {
  if (subject === 'version')
    return t`The store is holding this version: nobody can see or download it until the hold is lifted.`;
  return subject === 'app'
    ? t`The store is holding this app: nobody can see or download it until the hold is lifted.`
    : t`The store is holding everything of this publisher: nobody can see or download it until the hold is lifted.`;
}

/** Returns why something can't be submitted, published or deleted; null without a hold. */
export function holdDenialReason(hold: Pick<HoldNotice, 'subject' | 'reason'> | null): string | null {
  if (hold === null) return null;
  const { subject, reason } = hold;
  if (subject === 'version') return t`The store is holding this version: ${reason}`;
  return subject === 'app'
    ? t`The store is holding this app: ${reason}`
    : t`The store is holding everything of this publisher: ${reason}`;
}
