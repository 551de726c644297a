import { z } from 'zod';
import { idSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { quotaLimitsSchema, quotaUsageSchema } from './quotas.ts';

/** Limits that differ from the store's for one account; a quota that is left out follows the store. */
const overridesSchema = quotaLimitsSchema.partial();

const accountQuotasSchema = z.object({
  usage: z.array(quotaUsageSchema).max(20),
  overrides: overridesSchema,
});

export const quotaCalls = {
  /** Returns the usage of each of the caller's quotas. API tokens that are limited to certain apps can't call it. */
  'account.usage': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['apps', 'quotas', 'versions'],
    input: z.object({}),
    output: z.object({ usage: z.array(quotaUsageSchema).max(20) }),
    errors: [],
  }),
  'users.getQuotas': defineCall({
    access: 'admin',
    reads: ['quotas'],
    input: z.object({ uid: idSchema }),
    output: accountQuotasSchema,
    errors: ['not-found'],
  }),
  /** Gives one account limits of its own, all of them at once. */
  'users.setQuotas': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({ uid: idSchema, overrides: overridesSchema }),
    output: accountQuotasSchema,
    errors: ['not-found'],
  }),
};
