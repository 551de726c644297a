import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';
import { buildSchema } from './build.ts';
import { PUBLISHING_SCOPES } from './calls.ts';

const named = { trustedPublisherId: z.string(), source: z.string(), issuer: z.string() };
const saved = z.object({
  ...named,
  scopes: z.array(z.enum(PUBLISHING_SCOPES)),
  /** The conditions of its ID tokens, for a sentence. */
  accepts: z.string(),
  /** Null for other issuers, and for ids that the first use pins. */
  repositoryId: z.string().nullable(),
  ownerId: z.string().nullable(),
  workflow: z.string().nullable(),
  /** Null for any. */
  environment: z.string().nullable(),
});

export const trustedPublisherEvents = {
  'trusted-publisher.added': defineEvent({
    subject: 'app',
    details: saved,
    label: t`Added`,
    sentence: t`added the trusted publisher {source} with {accepts}`,
    changes: ['trustedPublishers'],
  }),
  'trusted-publisher.changed': defineEvent({
    subject: 'app',
    details: saved,
    label: t`Changed`,
    sentence: t`changed the trusted publisher {source} to {accepts}`,
    changes: ['trustedPublishers'],
  }),
  'trusted-publisher.removed': defineEvent({
    subject: 'app',
    details: z.object(named),
    label: t`Removed`,
    sentence: t`removed the trusted publisher {source}`,
    changes: ['trustedPublishers'],
  }),
  'trusted-publisher.used': defineEvent({
    subject: 'app',
    details: z.object({
      ...named,
      tokenId: z.string(),
      build: buildSchema,
      /** True for the first use, which pins the ids that nobody entered. */
      isFirst: z.boolean(),
      repositoryId: z.string().nullable(),
      ownerId: z.string().nullable(),
    }),
    label: t`Used`,
    sentence: t`gave a token to the trusted publisher {source}`,
    changes: ['trustedPublishers'],
  }),
};
