import type { CallResult } from '#shared/calls.ts';
import { countApps } from './catalog/apps/count.ts';
import { countWaitingListings } from './catalog/listings/list-waiting.ts';
import { measureWaiting } from './catalog/reviews/queries.ts';
import { readQueueStatus } from './catalog/reviews/queue-status.ts';
import { countWeek } from './catalog/versions/count-week.ts';
import { readEmailStatus } from './delivery/emails/email-status.ts';
import { readFeedStatus } from './feeds/rebuild/status.ts';
import type { Handler } from './identity/handler.ts';
import { countChainProblems } from './people/audit/get-chain.ts';
import { countByRole } from './people/users/count-by-role.ts';
import { countRequests } from './people/users/count-requests.ts';
import { listNewPublishers } from './people/users/new-publishers.ts';
import { readReplicated } from './platform/context.ts';
import { readProblems } from './platform/file-problems/problems.ts';
import { readFileReport } from './platform/files/sweep.ts';
import { canSendEmail } from './platform/mail/mail-configuration.ts';
import { readSystemStatus } from './platform/queue/system-status.ts';
import { readSettings } from './platform/settings.ts';
import type { DiskSpace } from './platform/storage/space.ts';

type Overview = CallResult<'admin.overview'>;

/** `admin.overview`: returns what store staff see first. */
export const getOverview: Handler<'admin.overview'> = async ({ context }) => {
  const { db, clock, space } = context;
  const now = clock();
  const { review } = await readSettings(db);
  const staleBefore = new Date(now.getTime() - review.staleClaimHours * 3_600_000);
  const [
    queue,
    times,
    listings,
    publishingRequests,
    feed,
    audit,
    mail,
    appCounts,
    people,
    files,
    fileProblems,
    disk,
    newPublishers,
    week,
    system,
    sendsEmail,
  ] = await Promise.all([
    readQueueStatus(db, { now, staleBefore }),
    measureWaiting(db),
    countWaitingListings(db),
    countRequests(context),
    readFeedStatus(db),
    countChainProblems(db),
    readEmailStatus(db, now),
    countApps(db),
    countByRole(db),
    readFileReport(db),
    readProblems(db),
    readDisk(space),
    listNewPublishers(db),
    readReplicated(context, (reading) => countWeek(reading.db, now)),
    readSystemStatus(db, now),
    canSendEmail(context),
  ]);
  return {
    queue: { ...queue, times },
    listings: { waiting: listings },
    publishingRequests,
    feed,
    audit,
    mail: { ...mail, isKept: !sendsEmail },
    apps: appCounts,
    people,
    files,
    fileProblems,
    disk,
    newPublishers,
    week,
    system,
  };
};

/** Leaves errors of an unreadable storage to the health check. */
async function readDisk(space: DiskSpace): Promise<Overview['disk']> {
  const disks = await space.read().catch(() => null);
  return (
    disks && {
      reserveBytes: space.reserveBytes,
      disks: disks.map((disk) => ({ ...disk, parts: [...disk.parts] })),
    }
  );
}
