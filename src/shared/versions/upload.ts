import { t } from '../languages/translate.ts';
import { describeExcess, findExcess, formatSize, type QuotaUsage, uploadAmounts } from '../quotas/quotas.ts';

/** Returns the reason why the store accepts no package of this many bytes; null when it does. */
export function sizeDenialReason(size: number, packageMegabytes: number): string | null {
  const max = packageMegabytes * 1024 ** 2;
  return size <= max ? null : t`The file is larger than ${formatSize(max)}, the maximum for this store.`;
}

/** Returns why a file can't be uploaded whose name says that it's an App Bundle, and what to do; null for others. */
export function bundleDenialReason(fileName: string): string | null {
  if (!fileName.toLowerCase().endsWith('.aab')) return null;
  return t`${fileName} is an Android App Bundle, which devices can’t install. Run “bundletool build-apks --mode=universal” with your signing key, unpack the .apks file that it writes, and upload universal.apk from it.`;
}

/** Returns the reason why this account has no room for an upload of its own; null when it has. */
export function uploadQuotaDenialReason(size: number, usage: readonly QuotaUsage[]): string | null {
  const exceeded = findExcess(usage, uploadAmounts(size));
  return exceeded && describeExcess({ ...exceeded, isOwn: true });
}
