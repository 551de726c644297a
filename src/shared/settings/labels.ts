import { t } from '../languages/translate.ts';
import type { StoreSettings } from './settings.ts';

/** The name of each setting, as pages show it. */
export const SETTING_LABELS: Readonly<Record<keyof StoreSettings, string>> = {
  storeName: t`Store name`,
  tagline: t`Tagline`,
  accent: t`Accent`,
  storeAccess: t`Who can read the store`,
  registration: t`Registration`,
  publishing: t`New publishers`,
  trustedIssuers: t`Trusted issuers`,
  minTargetSdk: t`Minimum target SDK`,
  review: t`Review of updates`,
  listingChanges: t`Listing changes`,
  listingRequirements: t`Listing requirements`,
  ownApprovals: t`Approving own apps`,
  rolloutHalting: t`Halting of rollouts`,
  limits: t`Limits`,
  quotas: t`Quotas per account`,
  retention: t`Retention periods`,
  categories: t`Categories`,
  rules: t`Package rules`,
  terms: t`Terms`,
};

/** Returns true for the name of a setting of today; an earlier release may have had others. */
export function isSettingName(name: string): name is keyof StoreSettings {
  return Object.hasOwn(SETTING_LABELS, name);
}
