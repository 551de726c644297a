import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';
import { listingFieldSchema } from './fields.ts';
import { graphicKindSchema } from './graphics.ts';

const CHANGES = ['listings', 'apps', 'reviews'] as const;

/** The most changed fields that an event names. */
export const MAX_NAMED_FIELDS = 50;

const language = z.object({ locale: z.string() });
const graphic = language.extend({ kind: graphicKindSchema, sha256: z.string() });
const decision = z.object({
  /** Fields with their languages, which are empty for what is the same in all; the first ones only. */
  changed: z.array(z.object({ locale: z.string(), field: listingFieldSchema })).max(MAX_NAMED_FIELDS),
  /** The number of all changed fields. */
  count: z.number(),
});
export type NamedField = z.infer<typeof decision>['changed'][number];

export const listingEvents = {
  'listing.updated': defineEvent({
    subject: 'app',
    details: language,
    label: t`Texts changed`,
    sentence: t`changed the {locale} listing of {app}`,
    changes: CHANGES,
  }),
  'listing.deleted': defineEvent({
    subject: 'app',
    details: language,
    label: t`Language deleted`,
    sentence: t`deleted the {locale} listing of {app}`,
    changes: CHANGES,
  }),
  'listing.graphic-added': defineEvent({
    subject: 'app',
    details: graphic,
    label: t`Image added`,
    sentence: t`added an image to the {locale} listing of {app}`,
    changes: CHANGES,
  }),
  'listing.graphic-deleted': defineEvent({
    subject: 'app',
    details: graphic,
    label: t`Image deleted`,
    sentence: t`deleted an image from the {locale} listing of {app}`,
    changes: CHANGES,
  }),
  'listing.published': defineEvent({
    subject: 'app',
    details: decision,
    label: t`Changes published`,
    sentence: t`published listing changes of {app}: {changed}`,
    changes: CHANGES,
  }),
  'listing.submitted': defineEvent({
    subject: 'app',
    details: decision,
    label: t`Changes submitted`,
    sentence: t`submitted listing changes of {app} for approval: {changed}`,
    changes: CHANGES,
  }),
  'listing.discarded': defineEvent({
    subject: 'app',
    details: decision,
    label: t`Changes discarded`,
    sentence: t`discarded listing changes of {app}: {changed}`,
    changes: CHANGES,
  }),
  'listing.approved': defineEvent({
    subject: 'app',
    details: decision,
    label: t`Changes approved`,
    sentence: t`approved listing changes of {app}: {changed}`,
    changes: CHANGES,
  }),
  'listing.rejected': defineEvent({
    subject: 'app',
    details: decision.extend({ reason: z.string() }),
    label: t`Changes rejected`,
    sentence: t`rejected listing changes of {app}: {changed}`,
    changes: CHANGES,
  }),
  'listing.reverted': defineEvent({
    subject: 'app',
    details: decision.extend({ reason: z.string().nullable() }),
    label: t`Change reverted`,
    sentence: t`reverted a listing change of {app}: {changed}`,
    changes: CHANGES,
  }),
};
