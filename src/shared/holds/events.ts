import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';
import { blockBySchema, holdKindSchema, stopBySchema } from './hold.ts';

const CHANGES = ['holds', 'apps', 'versions', 'releases'] as const;

const held = z.object({
  holdId: z.string(),
  kind: holdKindSchema,
  reason: z.string(),
  reviewAt: z.string(),
  /** The versions that a stop holds of the publisher, at one of them; null at the others. */
  together: z.number().nullable().default(1),
  /** The same of the version's app alone, of which a stop may hold several. */
  ofApp: z.number().nullable().default(1),
});
const lifted = z.object({ holdId: z.string(), reason: z.string() });
const block = z.object({ blockId: z.string(), by: blockBySchema, value: z.string(), reason: z.string() });

export const holdEvents = {
  'version.held': defineEvent({
    subject: 'version',
    isByStaff: true,
    details: held,
    label: t`Held by staff`,
    webhookLabel: t`Held by staff`,
    sentence: t`put a hold on version {version} of {app}`,
    webhook: 'version.held',
    changes: CHANGES,
  }),
  'version.hold-lifted': defineEvent({
    subject: 'version',
    isByStaff: true,
    details: lifted,
    label: t`Hold lifted by staff`,
    webhookLabel: t`Hold lifted by staff`,
    sentence: t`lifted the hold on version {version} of {app}`,
    webhook: 'version.hold-lifted',
    changes: CHANGES,
  }),
  'app.held': defineEvent({
    subject: 'app',
    details: held,
    label: t`App held by staff`,
    sentence: t`put a hold on {app}`,
    webhook: 'version.held',
    changes: CHANGES,
  }),
  'app.hold-lifted': defineEvent({
    subject: 'app',
    details: lifted,
    label: t`Hold on the app lifted by staff`,
    sentence: t`lifted the hold on {app}`,
    webhook: 'version.hold-lifted',
    changes: CHANGES,
  }),
  'user.held': defineEvent({
    subject: 'user',
    details: held,
    label: t`Apps held by staff`,
    sentence: t`put a hold on everything of {subject}`,
    webhook: 'version.held',
    changes: [...CHANGES, 'users', 'account'],
  }),
  'user.hold-lifted': defineEvent({
    subject: 'user',
    details: lifted,
    label: t`Hold on apps lifted by staff`,
    sentence: t`lifted the hold on everything of {subject}`,
    webhook: 'version.hold-lifted',
    changes: [...CHANGES, 'users', 'account'],
  }),
  'stop.applied': defineEvent({
    subject: 'store',
    details: z.object({
      decisionId: z.string(),
      by: stopBySchema,
      value: z.string(),
      kind: holdKindSchema,
      reason: z.string(),
      held: z.number(),
    }),
    label: t`Stopped by what is common`,
    sentence: t`stopped everything with {by} {value}, which put {held} holds`,
    changes: CHANGES,
  }),
  'stop.block-created': defineEvent({
    subject: 'store',
    details: block,
    label: t`Uploads refused`,
    sentence: t`refuses uploads with {by} {value}`,
    changes: ['holds'],
  }),
  'stop.block-lifted': defineEvent({
    subject: 'store',
    details: block,
    label: t`Uploads accepted again`,
    sentence: t`accepts uploads with {by} {value} again`,
    changes: ['holds'],
  }),
};
