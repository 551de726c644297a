import { z } from 'zod';

/** The systems whose packages the store takes. */
export const platformSchema = z.enum(['android', 'ios']);
export type Platform = z.infer<typeof platformSchema>;
