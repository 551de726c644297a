import { z } from 'zod';
import { formatNumber, t } from '../languages/translate.ts';
import { RETENTION, type RetentionName, type RetentionPeriods } from './retention.ts';

function periodOf(name: RetentionName) {
  const { min, max } = RETENTION[name];
  return z
    .number()
    .int()
    .min(min, { error: () => t`Use ${formatNumber(min)} or more.` })
    .max(max, { error: () => t`Use at most ${formatNumber(max)}.` });
}

export const retentionSchema = z.object({
  notificationDays: periodOf('notificationDays'),
  announcementDays: periodOf('announcementDays'),
  sessionDays: periodOf('sessionDays'),
  knownDeviceDays: periodOf('knownDeviceDays'),
  auditDays: periodOf('auditDays'),
  deliveryDays: periodOf('deliveryDays'),
  listingChangeDays: periodOf('listingChangeDays'),
  downloadDays: periodOf('downloadDays'),
  reportDays: periodOf('reportDays'),
  uploadCountDays: periodOf('uploadCountDays'),
  uploadHours: periodOf('uploadHours'),
  invalidFileDays: periodOf('invalidFileDays'),
  rejectedFileDays: periodOf('rejectedFileDays'),
  exportHours: periodOf('exportHours'),
}) satisfies z.ZodType<RetentionPeriods>;

export const INITIAL_RETENTION = Object.fromEntries(
  Object.entries(RETENTION).map(([name, { initial }]) => [name, initial]),
) as RetentionPeriods;
