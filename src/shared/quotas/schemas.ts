import { z } from 'zod';
import { formatNumber, t } from '../languages/translate.ts';
import { QUOTA_NAMES, QUOTAS, type QuotaName, type QuotaUsage } from './quotas.ts';

function limitOf(name: QuotaName) {
  const { max } = QUOTAS[name];
  return z
    .number()
    .int()
    .min(1, { error: () => t`Use 1 or more.` })
    .max(max, { error: () => t`Use at most ${formatNumber(max)}.` });
}

export const quotaLimitsSchema = z.object({
  apps: limitOf('apps'),
  draftApps: limitOf('draftApps'),
  openUploads: limitOf('openUploads'),
  storedMegabytes: limitOf('storedMegabytes'),
  dailyUploadMegabytes: limitOf('dailyUploadMegabytes'),
});

export const quotaUsageSchema = z.object({
  quota: z.enum(QUOTA_NAMES),
  used: z.number(),
  limit: z.number(),
  freesAt: z.iso.datetime().nullable(),
}) satisfies z.ZodType<QuotaUsage>;
