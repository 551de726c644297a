import { z } from 'zod';
import { formatNumber, t } from '../languages/translate.ts';

const MEGABYTE = 1024 ** 2;
const SECONDS_PER_DAY = 86_400;

interface Quota {
  /** Name shown to users. */
  readonly label: string;
  readonly unit: 'count' | 'bytes';
  /** The default limit of a new store, and the highest that a store can set; MiB for bytes. */
  readonly initial: number;
  readonly max: number;
  /** Explains to admins what counts towards the limit. */
  readonly help: string;
  /** Tells the account's owner what to do when the quota is used up. */
  readonly fix: string;
}

/** The quotas of an account. Settings, checks, errors and screens all derive from this list. */
export const QUOTAS = {
  apps: {
    get label() {
      return t`Apps`;
    },
    unit: 'count',
    initial: 200,
    max: 100_000,
    help: t`How many apps a publisher can have. Removed apps don’t count.`,
    get fix() {
      return t`Delete an app that was never published, or transfer one to someone else.`;
    },
  },
  draftApps: {
    get label() {
      return t`Apps without an approved version`;
    },
    unit: 'count',
    initial: 20,
    max: 10_000,
    help: t`Each one reserves an application ID, so this keeps anyone from taking IDs in bulk.`,
    get fix() {
      return t`Delete a draft app you no longer need, or get a version of one approved.`;
    },
  },
  openUploads: {
    get label() {
      return t`Unfinished uploads`;
    },
    unit: 'count',
    initial: 20,
    max: 10_000,
    help: t`Uploads in progress. Uploads without activity expire.`,
    get fix() {
      return t`Finish an upload, or delete its version.`;
    },
  },
  storedMegabytes: {
    get label() {
      return t`Storage`;
    },
    unit: 'bytes',
    initial: 50 * 1024,
    max: 100 * 1024 ** 2,
    help: t`Packages and images of all of a publisher’s apps. Unfinished uploads count at full size.`,
    get fix() {
      return t`Delete versions you no longer need.`;
    },
  },
  dailyUploadMegabytes: {
    get label() {
      return t`Uploads per day`;
    },
    unit: 'bytes',
    initial: 20 * 1024,
    max: 100 * 1024 ** 2,
    help: t`What one account can upload per day (UTC), to its own and other people’s apps. Deleted versions count too.`,
    get fix() {
      return t`Wait until the next day (UTC), or cancel an unfinished upload.`;
    },
  },
} as const satisfies Record<string, Quota>;

export type QuotaName = keyof typeof QUOTAS;
export const QUOTA_NAMES = Object.keys(QUOTAS) as QuotaName[];

/** The limits of an account or a store: counts, and MiB for bytes. */
export type QuotaLimits = Record<QuotaName, number>;

export const INITIAL_QUOTAS: QuotaLimits = {
  apps: QUOTAS.apps.initial,
  draftApps: QUOTAS.draftApps.initial,
  openUploads: QUOTAS.openUploads.initial,
  storedMegabytes: QUOTAS.storedMegabytes.initial,
  dailyUploadMegabytes: QUOTAS.dailyUploadMegabytes.initial,
};

/** An account's usage of one quota, in bytes for byte quotas. */
export interface QuotaUsage {
  quota: QuotaName;
  used: number;
  limit: number;
  /** The time of an automatic reset as ISO 8601; null when only the account's owner can free up space. */
  freesAt: string | null;
}

/** Converts a limit to the unit of usage: bytes, or items. */
export function limitInUnits(name: QuotaName, limit: number): number {
  return QUOTAS[name].unit === 'bytes' ? limit * MEGABYTE : limit;
}

/** Returns when a quota resets: daily quotas at the next day (UTC); null for the others. */
export function freesAt(name: QuotaName, now: Date): Date | null {
  if (name !== 'dailyUploadMegabytes') return null;
  const days = Math.floor(now.getTime() / 1000 / SECONDS_PER_DAY) + 1;
  return new Date(days * SECONDS_PER_DAY * 1000);
}

const BINARY_UNITS = ['KiB', 'MiB', 'GiB', 'TiB'];

/** Formats an amount: `12`, or `1.5 GiB` for bytes. */
export function formatAmount(name: QuotaName, amount: number): string {
  return QUOTAS[name].unit === 'count' ? formatNumber(amount) : formatSize(amount);
}

/** Formats bytes in the largest binary unit that fits, such as `1.5 GiB`. */
export function formatSize(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1023.95 && unit < BINARY_UNITS.length) {
    value /= 1024;
    unit += 1;
  }
  return `${formatNumber(value, { maximumFractionDigits: 1 })} ${BINARY_UNITS[unit - 1] ?? t`bytes`}`;
}

/** Amounts that a request adds to quotas, in the unit of their usage. */
export type QuotaAmounts = Partial<Record<QuotaName, number>>;

/** Returns the amounts that an upload of this many bytes adds. */
export function uploadAmounts(size: number) {
  return { openUploads: 1, dailyUploadMegabytes: size, storedMegabytes: size };
}

/** Returns the first quota that would be exceeded, with what is added to it; null when everything fits. */
export function findExcess(
  usage: readonly QuotaUsage[],
  amounts: QuotaAmounts,
): (QuotaUsage & { readonly adding: number }) | null {
  for (const each of usage) {
    const adding = amounts[each.quota];
    if (adding !== undefined && each.used + adding > each.limit) return { ...each, adding };
  }
  return null;
}

interface Excess extends Pick<QuotaUsage, 'quota' | 'used' | 'limit'> {
  /** The amount that the request would add. */
  readonly adding: number;
  /** True for the caller's own quota, false for that of the app's publisher. */
  readonly isOwn: boolean;
}

/** Returns an error message that names the exceeded quota and the fix. */
export function describeExcess({ quota, used, limit, adding, isOwn }: Excess): string {
  const { unit } = QUOTAS[quota];
  const [taken, total] = [formatAmount(quota, used), formatAmount(quota, limit)];
  return [
    isOwn
      ? t`You have reached your quota “${QUOTAS[quota].label}”: ${taken} of ${total} used.`
      : t`The publisher of this app has reached their quota “${QUOTAS[quota].label}”: ${taken} of ${total} used.`,
    ...(unit === 'bytes' ? [t`This needs ${formatAmount(quota, adding)} more.`] : []),
    isOwn ? QUOTAS[quota].fix : t`Ask them to free up space.`,
  ].join(' ');
}

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
