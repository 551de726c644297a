import { t } from '../languages/translate.ts';

/** Days between asking for a removal or a deletion and its date, until which it can be withdrawn. */
export const NOTICE_DAYS = { min: 7, max: 90, default: 14 } as const;

/** The periods that forms offer, in days. */
export const OFFERED_NOTICE_DAYS = [NOTICE_DAYS.min, NOTICE_DAYS.default, 30, 60, NOTICE_DAYS.max] as const;

/** The grounds on which staff may decline what a publisher asked for. */
export const DECLINE_GROUNDS = {
  get law() {
    return t`A law requires the store to keep it`;
  },
  get case() {
    return t`A case about it is open`;
  },
} as const satisfies Record<string, string>;
export type DeclineGround = keyof typeof DECLINE_GROUNDS;
