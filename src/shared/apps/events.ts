import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { platformSchema } from './app.ts';
import { appStatusSchema } from './status.ts';

const CHANGES = ['apps', 'versions', 'releases', 'listings'] as const;

const statusChange = z.object({ from: appStatusSchema, to: appStatusSchema });
const staffDecision = statusChange.extend({ reason: z.string() });

export const appEvents = {
  'app.created': defineEvent({
    subject: 'app',
    details: z.object({ platform: platformSchema, applicationId: z.string(), name: z.string() }),
    label: 'Created',
    sentence: 'created the app {app}',
    changes: ['apps'],
  }),
  'app.deleted': defineEvent({
    subject: 'app',
    details: z.object({ name: z.string(), applicationId: z.string(), versions: z.number() }),
    label: 'Deleted',
    sentence: 'deleted the app {app}',
    changes: CHANGES,
  }),
  'app.details-updated': defineEvent({
    subject: 'app',
    details: z.object({ changed: z.array(z.string()) }),
    label: 'Details changed',
    sentence: 'changed the details of {app}',
    changes: ['apps', 'listings', 'reviews'],
  }),
  'app.published': defineEvent({
    subject: 'app',
    details: statusChange,
    label: 'Published',
    sentence: 'published {app} with its first version',
    changes: CHANGES,
  }),
  'app.unpublished': defineEvent({
    subject: 'app',
    details: statusChange,
    label: 'Unpublished',
    sentence: 'unpublished {app}',
    changes: CHANGES,
  }),
  'app.republished': defineEvent({
    subject: 'app',
    details: statusChange,
    label: 'Published again',
    sentence: 'published {app} again',
    changes: CHANGES,
  }),
  'app.removed': defineEvent({
    subject: 'app',
    details: staffDecision,
    label: 'Removed by staff',
    sentence: 'removed {app} from the store',
    changes: CHANGES,
  }),
  'app.restored': defineEvent({
    subject: 'app',
    details: staffDecision,
    label: 'Restored by staff',
    sentence: 'restored {app}',
    changes: CHANGES,
  }),
  'app.transferred': defineEvent({
    subject: 'member',
    details: z.object({ from: z.string(), to: z.string() }),
    label: 'Transferred',
    sentence: 'took over {app}',
    changes: ['apps', 'members', 'listings'],
  }),
  'app.update-announced': defineEvent({
    subject: 'app',
    details: z.object({ versionName: z.string(), whatsNew: z.string() }),
    label: 'Update announced',
    sentence: 'notified users about version {versionName} of {app}',
    changes: ['notifications'],
  }),
};
