import { z } from 'zod';
import { defineEvent } from '../event.ts';
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
    label: 'Texts changed',
    sentence: 'changed the {locale} listing of {app}',
    changes: CHANGES,
  }),
  'listing.deleted': defineEvent({
    subject: 'app',
    details: language,
    label: 'Language deleted',
    sentence: 'deleted the {locale} listing of {app}',
    changes: CHANGES,
  }),
  'listing.graphic-added': defineEvent({
    subject: 'app',
    details: graphic,
    label: 'Image added',
    sentence: 'added an image to the {locale} listing of {app}',
    changes: CHANGES,
  }),
  'listing.graphic-deleted': defineEvent({
    subject: 'app',
    details: graphic,
    label: 'Image deleted',
    sentence: 'deleted an image from the {locale} listing of {app}',
    changes: CHANGES,
  }),
  'listing.approved': defineEvent({
    subject: 'app',
    details: decision,
    label: 'Changes approved',
    sentence: 'approved listing changes of {app}: {changed}',
    changes: CHANGES,
  }),
  'listing.rejected': defineEvent({
    subject: 'app',
    details: decision.extend({ reason: z.string() }),
    label: 'Changes rejected',
    sentence: 'rejected listing changes of {app}: {changed}',
    changes: CHANGES,
  }),
  'listing.reverted': defineEvent({
    subject: 'app',
    details: decision.extend({ reason: z.string().nullable() }),
    label: 'Change reverted',
    sentence: 'reverted a listing change of {app}: {changed}',
    changes: CHANGES,
  }),
};
