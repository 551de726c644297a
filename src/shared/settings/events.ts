import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** Not validated again: settings of an earlier release may break rules of today. */
const settings = z.record(z.string(), z.unknown());

export const settingsEvents = {
  'settings.updated': defineEvent({
    subject: 'store',
    details: z.object({ changed: z.array(z.string()), before: settings, after: settings }),
    label: 'Changed',
    sentence: 'changed store settings: {changed}',
    changes: ['settings', 'apps', 'listings', 'reviews', 'quotas'],
  }),
};
