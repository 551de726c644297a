import { z } from 'zod';
import { idSchema, MAX_LIST_ENTRIES } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { maxUnits } from '../characters.ts';
import { t } from '../languages/translate.ts';
import { nameSchema } from '../name-schema.ts';

/** Maximum reader tokens of a store. */
export const MAX_READER_TOKENS = 200;

const MAX_READER_NAME_LENGTH = 60;

/** A token for reading a private store, without its secret. Times are ISO 8601. */
const readerTokenSchema = z.object({
  id: idSchema,
  name: z.string().max(maxUnits(MAX_READER_NAME_LENGTH)),
  /** The start of the secret, such as `qr_4fRt`. */
  hint: z.string().max(20),
  createdAt: z.iso.datetime(),
  /** Precise to the hour; null when it was never used. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ReaderToken = z.infer<typeof readerTokenSchema>;

/** Input for a new reader token; the form and the server share this schema. */
export const newReaderTokenSchema = z.object({
  name: nameSchema(MAX_READER_NAME_LENGTH, () => t`Enter a name.`),
});

export const readerCalls = {
  'readers.create': defineCall({
    access: 'admin',
    reauthentication: true,
    input: newReaderTokenSchema,
    /** The secret is shown this once. */
    output: z.object({ token: readerTokenSchema, secret: z.string().max(200) }),
    errors: ['failed-precondition'],
  }),
  'readers.list': defineCall({
    access: 'admin',
    reads: ['settings'],
    input: z.object({}),
    output: z.object({ tokens: z.array(readerTokenSchema).max(MAX_LIST_ENTRIES) }),
    errors: [],
  }),
  'readers.revoke': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({ tokenId: idSchema }),
    output: z.object({}),
    errors: ['not-found'],
  }),
};
