import { z } from 'zod';
import { declineSchema } from '../account/deletion.ts';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';
import { antiFeatureSchema, antiFeatureSetterSchema } from '../listings/anti-feature.ts';
import { platformSchema } from '../packages/platform.ts';
import { provenancePolicySchema } from '../provenance/provenance.ts';
import { appStatusSchema } from '../statuses/app-status.ts';

const CHANGES = ['apps', 'versions', 'releases', 'listings'] as const;

const statusChange = z.object({ from: appStatusSchema, to: appStatusSchema });
const staffDecision = statusChange.extend({ reason: z.string() });
const antiFeatureChange = z.object({ antiFeature: antiFeatureSchema, by: antiFeatureSetterSchema });

export const appEvents = {
  'app.created': defineEvent({
    subject: 'app',
    details: z.object({ platform: platformSchema, applicationId: z.string(), name: z.string() }),
    label: t`Created`,
    sentence: t`created the app {app}`,
    changes: ['apps'],
  }),
  'app.deleted': defineEvent({
    subject: 'app',
    details: z.object({ name: z.string(), applicationId: z.string(), versions: z.number() }),
    label: t`Deleted`,
    sentence: t`deleted the app {app}`,
    changes: CHANGES,
  }),
  'app.details-updated': defineEvent({
    subject: 'app',
    details: z.object({ changed: z.array(z.string()) }),
    label: t`Details changed`,
    sentence: t`changed the details of {app}`,
    changes: ['apps', 'listings', 'reviews'],
  }),
  'app.marketplace-id-changed': defineEvent({
    subject: 'app',
    details: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
    label: t`Marketplace ID changed`,
    sentence: t`changed the marketplace ID of {app}`,
    changes: ['apps'],
  }),
  'app.provenance-policy-changed': defineEvent({
    subject: 'app',
    details: z.object({ from: provenancePolicySchema.nullable(), to: provenancePolicySchema.nullable() }),
    label: t`Provenance requirement changed`,
    sentence: t`changed the required build provenance of {app}`,
    changes: ['apps', 'reviews'],
  }),
  'app.published': defineEvent({
    subject: 'app',
    details: statusChange,
    label: t`Published`,
    sentence: t`published {app} with its first version`,
    changes: CHANGES,
  }),
  'app.unpublished': defineEvent({
    subject: 'app',
    details: statusChange,
    label: t`Unpublished`,
    sentence: t`unpublished {app}`,
    changes: CHANGES,
  }),
  'app.republished': defineEvent({
    subject: 'app',
    details: statusChange,
    label: t`Published again`,
    sentence: t`published {app} again`,
    changes: CHANGES,
  }),
  'app.removed': defineEvent({
    subject: 'app',
    details: staffDecision,
    label: t`Removed by staff`,
    sentence: t`removed {app} from the store`,
    changes: CHANGES,
  }),
  'app.restored': defineEvent({
    subject: 'app',
    details: staffDecision,
    label: t`Restored by staff`,
    sentence: t`restored {app}`,
    changes: CHANGES,
  }),
  'app.removal-requested': defineEvent({
    subject: 'app',
    details: z.object({ removeAt: z.string(), reason: z.string().nullable(), isWithAccount: z.boolean() }),
    label: t`Removal requested`,
    sentence: t`asked for the removal of {app}`,
    changes: ['apps', 'account'],
  }),
  'app.removal-withdrawn': defineEvent({
    subject: 'app',
    details: z.object({ isWithAccount: z.boolean() }),
    label: t`Removal withdrawn`,
    sentence: t`withdrew the removal of {app}`,
    changes: ['apps', 'account'],
  }),
  'app.removal-declined': defineEvent({
    subject: 'app',
    details: declineSchema,
    isByStaff: true,
    label: t`Removal declined`,
    sentence: t`declined the removal of {app}`,
    changes: ['apps', 'account'],
  }),
  'app.removed-on-request': defineEvent({
    subject: 'app',
    details: statusChange,
    label: t`Removed on request`,
    sentence: t`removed {app} as its publisher asked`,
    changes: [...CHANGES, 'account'],
  }),
  'app.anti-feature-set': defineEvent({
    subject: 'app',
    details: antiFeatureChange.extend({ reasons: z.record(z.string(), z.string()) }),
    label: t`Anti-feature set`,
    sentence: t`set the anti-feature {antiFeature} of {app}`,
    changes: ['apps'],
  }),
  'app.anti-feature-removed': defineEvent({
    subject: 'app',
    details: antiFeatureChange,
    label: t`Anti-feature removed`,
    sentence: t`removed the anti-feature {antiFeature} of {app}`,
    changes: ['apps'],
  }),
  'app.transferred': defineEvent({
    subject: 'member',
    details: z.object({ from: z.string(), to: z.string() }),
    label: t`Transferred`,
    sentence: t`took over {app}`,
    changes: ['apps', 'members', 'listings'],
  }),
  'app.update-announced': defineEvent({
    subject: 'app',
    details: z.object({ versionName: z.string(), whatsNew: z.string() }),
    label: t`Update announced`,
    sentence: t`notified users about version {versionName} of {app}`,
    changes: ['notifications'],
  }),
};
