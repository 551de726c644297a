import { t } from '../languages/translate.ts';
import { describeExcess, findExcess, type QuotaUsage, uploadAmounts } from '../quotas/quotas.ts';

/** Returns the reason why the store accepts no package of this many bytes; null when it does. */
export function sizeDenialReason(size: number, packageMegabytes: number): string | null {
  if (size <= packageMegabytes * 1024 ** 2) return null;
  return t`The file is larger than ${packageMegabytes} MiB, the maximum for this store.`;
}

/** Returns the reason why this account has no room for an upload of its own; null when it has. */
export function uploadQuotaDenialReason(size: number, usage: readonly QuotaUsage[]): string | null {
  const exceeded = findExcess(usage, uploadAmounts(size));
  return exceeded && describeExcess({ ...exceeded, isOwn: true });
}
