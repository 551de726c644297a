import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';
import { TOKEN_SCOPES } from '../token-scope.ts';

export const tokenEvents = {
  'token.created': defineEvent({
    subject: 'user',
    details: z.object({
      tokenId: z.string(),
      scopes: z.array(z.enum(TOKEN_SCOPES)),
      appIds: z.array(z.string()).nullable(),
    }),
    label: t`Created`,
    sentence: t`created an API token`,
    changes: ['tokens'],
  }),
  'token.revoked': defineEvent({
    subject: 'user',
    details: z.object({ tokenId: z.string() }),
    label: t`Revoked`,
    sentence: t`revoked an API token`,
    changes: ['tokens'],
  }),
  'token.revoked-by-staff': defineEvent({
    subject: 'user',
    details: z.object({ tokenId: z.string(), name: z.string(), reason: z.string() }),
    label: t`Revoked by staff`,
    sentence: t`revoked an API token of {subject}`,
    changes: ['tokens'],
  }),
  'token.leaked': defineEvent({
    subject: 'user',
    details: z.object({ tokenId: z.string(), name: z.string() }),
    label: t`Leaked`,
    sentence: t`reported a leaked API token of {subject}, which was revoked`,
    changes: ['tokens'],
  }),
  'token.expires-soon': defineEvent({
    subject: 'user',
    details: z.object({ tokenId: z.string(), name: z.string(), expiresAt: z.iso.datetime() }),
    label: t`Expires soon`,
    sentence: t`notified {subject} that an API token expires soon`,
    changes: [],
  }),
};
