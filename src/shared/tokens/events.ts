import { z } from 'zod';
import { TOKEN_SCOPES } from '../call.ts';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';

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
};
