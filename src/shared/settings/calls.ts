import { z } from 'zod';
import { defineCall } from '../call.ts';
import { settingsChangeSchema, storeSettingsSchema } from './settings.ts';

/** The public settings of a store. */
const publicSettingsSchema = storeSettingsSchema.pick({
  storeName: true,
  registration: true,
  publishing: true,
  minTargetSdk: true,
  rules: true,
  review: true,
  listingChanges: true,
  ownApprovals: true,
  limits: true,
  quotas: true,
  categories: true,
  terms: true,
});

export const settingCalls = {
  'settings.get': defineCall({
    access: 'public',
    reads: ['settings'],
    input: z.object({}),
    output: z.object({
      settings: publicSettingsSchema,
      /** True until the first admin exists, who is created by the one-time link. */
      needsFirstAdmin: z.boolean(),
    }),
    errors: [],
  }),
  'settings.update': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({ settings: settingsChangeSchema }),
    output: z.object({ settings: storeSettingsSchema }),
    errors: [],
  }),
};
