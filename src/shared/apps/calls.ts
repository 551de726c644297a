import { z } from 'zod';
import { defineCall } from '../call.ts';
import { pageSchema } from '../page.ts';
import { versionSchema } from '../versions/version.ts';
import { applicationIdSchema, appSchema, appStatusSchema, platformSchema } from './app.ts';

/** What a publisher enters to create an app; the form and the server read the same schema. */
export const newAppSchema = z
  .object({
    platform: platformSchema,
    applicationId: applicationIdSchema,
    name: z.string().trim().min(1, 'Enter the name of the app.').max(80, 'Use at most 80 characters.'),
    summary: z.string().trim().max(80, 'Use at most 80 characters.').optional(),
  })
  .strict();

export const appCalls = {
  'apps.create': defineCall({
    access: 'developer',
    token: 'apps:write',
    input: newAppSchema,
    output: z.object({ app: appSchema }),
    errors: ['already-exists'],
  }),
  'apps.get': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    input: z.object({ appId: z.string() }),
    output: z.object({ app: appSchema, versions: z.array(versionSchema) }),
    errors: ['not-found'],
  }),
  'apps.list': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    input: pageSchema.extend({
      scope: z.enum(['mine', 'all']),
      status: appStatusSchema.optional(),
      query: z.string().trim().max(200).optional(),
    }),
    output: z.object({ apps: z.array(appSchema), nextCursor: z.string().nullable() }),
    errors: ['permission-denied'],
  }),
};
