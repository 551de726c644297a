import { t } from '../languages/translate.ts';

interface RetentionPeriod {
  /** Name shown to admins. */
  readonly label: string;
  readonly unit: 'days' | 'hours';
  /** The period of a new store, and the range that a store can choose from. */
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  /** Explains to admins what is deleted, and what stays. */
  readonly help: string;
}

/**
 * The times for which the store keeps what it does not need forever. Nothing here applies to published versions, their
 * files and the receipts of their approvals. Settings, the sweeps that delete, screens and documentation follow this list.
 */
export const RETENTION = {
  notificationDays: {
    label: t`Notifications`,
    unit: 'days',
    initial: 30,
    min: 7,
    max: 365,
    help: t`What people see in their lists about apps, versions and reviews.`,
  },
  announcementDays: {
    label: t`Announcements and store messages`,
    unit: 'days',
    initial: 60,
    min: 7,
    max: 730,
    help: t`In people’s lists. The history of announcements stays.`,
  },
  sessionDays: {
    label: t`Sessions`,
    unit: 'days',
    initial: 30,
    min: 1,
    max: 30,
    help: t`People sign in again after this time, and the address and browser of the session are deleted.`,
  },
  knownDeviceDays: {
    label: t`Known devices`,
    unit: 'days',
    initial: 400,
    min: 30,
    max: 400,
    help: t`Since their last sign-in. Wrong passwords from elsewhere don’t lock out known devices and networks, which are stored as hashes. Addresses from which API tokens were last used are deleted after the same time.`,
  },
  auditDays: {
    label: t`Personal data in the audit log`,
    unit: 'days',
    initial: 1_095,
    min: 90,
    max: 3_650,
    help: t`Who acted and the details are erased; earlier changes of settings can’t be undone then. Events, times, receipts and the proof of the log stay.`,
  },
  deliveryDays: {
    label: t`Deliveries`,
    unit: 'days',
    initial: 30,
    min: 7,
    max: 365,
    help: t`The log of webhooks, and of emails and push messages that failed.`,
  },
  listingChangeDays: {
    label: t`Listing changes`,
    unit: 'days',
    initial: 90,
    min: 30,
    max: 365,
    help: t`For this time a listing’s history shows what went live, and staff can revert what did so without approval.`,
  },
  downloadDays: {
    label: t`Download counts by day`,
    unit: 'days',
    initial: 1_095,
    min: 730,
    max: 3_650,
    help: t`Older ones are summed by month, so totals stay. They contain no data about people.`,
  },
  reportDays: {
    label: t`Devices that reported crashes or problems`,
    unit: 'days',
    initial: 30,
    min: 7,
    max: 365,
    help: t`Hashes that keep a device from being counted twice. The counts stay with the version.`,
  },
  uploadCountDays: {
    label: t`Uploaded bytes per account and day`,
    unit: 'days',
    initial: 30,
    min: 2,
    max: 365,
    help: t`Only today’s count towards the quota.`,
  },
  uploadHours: {
    label: t`Unfinished uploads`,
    unit: 'hours',
    initial: 24,
    min: 1,
    max: 168,
    help: t`Since their last activity. Then they expire, and what was received is deleted.`,
  },
  invalidFileDays: {
    label: t`Packages that failed inspection`,
    unit: 'days',
    initial: 7,
    min: 1,
    max: 365,
    help: t`Only the file is deleted. The version and its findings stay.`,
  },
  rejectedFileDays: {
    label: t`Packages that were rejected`,
    unit: 'days',
    initial: 365,
    min: 30,
    max: 3_650,
    help: t`Since the decision. Only the file is deleted, so the version can’t be resubmitted. The version, its findings and messages stay.`,
  },
  exportHours: {
    label: t`Exports of account data`,
    unit: 'hours',
    initial: 72,
    min: 24,
    max: 336,
    help: t`The time for downloading the file. Each account keeps only its last export.`,
  },
} as const satisfies Record<string, RetentionPeriod>;

export type RetentionName = keyof typeof RETENTION;
export const RETENTION_NAMES = Object.keys(RETENTION) as RetentionName[];

/** The periods of a store, in the unit of each. */
export type RetentionPeriods = Record<RetentionName, number>;

const HOUR_MS = 3_600_000;

/** Returns a period in milliseconds. */
export function retentionMs(name: RetentionName, periods: RetentionPeriods): number {
  return periods[name] * (RETENTION[name].unit === 'hours' ? HOUR_MS : 24 * HOUR_MS);
}
