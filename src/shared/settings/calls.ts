import { z } from 'zod';
import { defineCall } from '../call.ts';
import { settingsChangeSchema, storeSettingsSchema } from './settings.ts';

/** What anybody may know of a store, signed in or not. */
const publicSettingsSchema = storeSettingsSchema.pick({
  storeName: true,
  registration: true,
  publishing: true,
  minTargetSdk: true,
  rules: true,
  review: true,
  limits: true,
  categories: true,
  terms: true,
});

export const settingCalls = {
  'settings.get': defineCall({
    access: 'public',
    input: z.object({}),
    output: z.object({
      settings: publicSettingsSchema,
      /** True until the first admin exists: the one-time link is then the way in. */
      needsFirstAdmin: z.boolean(),
    }),
    errors: [],
  }),
  'settings.update': defineCall({
    access: 'admin',
    input: z.object({ settings: settingsChangeSchema }),
    output: z.object({ settings: storeSettingsSchema }),
    errors: [],
  }),
};
