import { t } from '../languages/translate.ts';

/*
 * Without zod, because the sign-in page loads it.
 */

/** The store's own texts for people, which have a page each. Everyone accepts the terms before using the store. */
export const LEGAL_KINDS = ['terms', 'imprint', 'privacy'] as const;
export type LegalKind = (typeof LEGAL_KINDS)[number];

export const LEGAL_LABELS: Readonly<Record<LegalKind, string>> = {
  get terms() {
    return t`Terms`;
  },
  get imprint() {
    return t`Imprint`;
  },
  get privacy() {
    return t`Privacy policy`;
  },
};

/** Returns the terms of a store that wrote none of its own. */
export function standardTerms(): string {
  return t`Only publish what you have the right to publish. Describe your app truthfully. The store inspects every version before people can install it, and may remove an app that harms them. If it does, it tells you why.`;
}

/** Returns the path of a text's page below the base path. */
export function legalPath(kind: LegalKind): string {
  return `legal/${kind}`;
}
