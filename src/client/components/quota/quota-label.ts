import { QUOTAS, type QuotaName } from '#shared/quotas/quotas.ts';

/** Returns the field label for a quota's limit; sizes are entered in MiB. */
export function quotaLabel(name: QuotaName): string {
  const { label, unit } = QUOTAS[name];
  return unit === 'bytes' ? `${label} (MiB)` : label;
}
