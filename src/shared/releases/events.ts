import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';
import { disputeOutcomeSchema, haltRuleSchema, reportCountsSchema } from './halt-rule.ts';
import { percentageSchema, publicationKindSchema, publicationSchema } from './release.ts';

const CHANGES = ['releases', 'versions', 'apps'] as const;

const settings = z.object({ percentage: percentageSchema, publication: publicationKindSchema });

export const releaseEvents = {
  'release.scheduled': defineEvent({
    subject: 'version',
    details: z.object({ publication: publicationSchema }),
    label: t`Publication changed`,
    sentence: t`changed the publication of version {version} of {app}`,
    webhook: 'release.scheduled',
    changes: CHANGES,
  }),
  'release.rollout-changed': defineEvent({
    subject: 'version',
    details: settings,
    label: t`Rollout changed`,
    sentence: t`rolled out version {version} of {app} to {percentage}% of devices`,
    webhook: 'release.rollout-changed',
    changes: CHANGES,
  }),
  'release.halted': defineEvent({
    subject: 'version',
    details: settings,
    label: t`Rollout halted`,
    sentence: t`halted the rollout of version {version} of {app}`,
    webhook: 'release.halted',
    changes: CHANGES,
  }),
  'release.halted-automatically': defineEvent({
    subject: 'version',
    details: settings.extend({
      /** The reports that its rule counts. */
      reports: z.number(),
      ...reportCountsSchema.shape,
    }),
    label: t`Rollout halted automatically`,
    sentence: t`halted the rollout of version {version} of {app} after {reports} reports`,
    webhook: 'release.halted-automatically',
    changes: CHANGES,
  }),
  'release.reports-suspicious': defineEvent({
    subject: 'version',
    details: reportCountsSchema,
    label: t`Many reports from few networks`,
    sentence: t`ignored {ignored} reports about version {version} of {app}, many of them from few networks`,
    changes: ['releases'],
  }),
  'release.halt-disputed': defineEvent({
    subject: 'version',
    details: z.object({ reason: z.string() }),
    label: t`Automatic halt disputed`,
    sentence: t`disputed the automatic halt of version {version} of {app}`,
    webhook: 'release.halt-disputed',
    changes: ['releases'],
  }),
  'release.dispute-resolved': defineEvent({
    subject: 'version',
    details: z.object({ outcome: disputeOutcomeSchema, note: z.string() }),
    label: t`Dispute resolved`,
    sentence: t`resolved the dispute about the automatic halt of version {version} of {app}`,
    webhook: 'release.dispute-resolved',
    changes: ['releases'],
  }),
  'release.halt-rule-changed': defineEvent({
    subject: 'version',
    details: z.object({ rule: haltRuleSchema.nullable() }),
    label: t`Rule for halting changed`,
    sentence: t`changed when the rollout of version {version} of {app} halts automatically`,
    changes: ['releases'],
  }),
  'release.resumed': defineEvent({
    subject: 'version',
    details: settings,
    label: t`Rollout resumed`,
    sentence: t`resumed the rollout of version {version} of {app}`,
    webhook: 'release.resumed',
    changes: CHANGES,
  }),
  'release.completed': defineEvent({
    subject: 'version',
    details: settings,
    label: t`Released to all devices`,
    sentence: t`rolled out version {version} of {app} to all devices`,
    webhook: 'release.completed',
    changes: CHANGES,
  }),
  'release.rolled-back': defineEvent({
    subject: 'version',
    details: z.object({
      /** The versions that new installs no longer get. */
      newer: z.array(z.string()),
    }),
    label: t`Rolled back to for new installs`,
    sentence: t`rolled back to version {version} of {app} for new installs`,
    webhook: 'release.rolled-back',
    changes: CHANGES,
  }),
};
