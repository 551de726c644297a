import { z } from 'zod';
import { pathSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { MAX_LOGO_BYTES } from '../images/limits.ts';
import { t } from '../languages/translate.ts';
import { LEGAL_KINDS } from './legal.ts';
import { legalKindSchema } from './legal-calls.ts';
import { settingsChangeSchema, storeSettingsSchema } from './settings.ts';

/** The settings that the screens before sign-in show, and by which they offer to sign up. */
const publicSettingsSchema = storeSettingsSchema.pick({
  storeName: true,
  tagline: true,
  registration: true,
});

const storeSchema = z.object({
  settings: storeSettingsSchema,
  /** True until the first admin exists, who is created by the one-time link. */
  needsFirstAdmin: z.boolean(),
  /** The path of the store's logo below the base path; null for that of Quayside. */
  logo: pathSchema.nullable(),
  /** False without a mail server: then no email reaches anyone, and pages promise none. */
  sendsEmail: z.boolean(),
  /** True when everyone may read the store's page. */
  isPublic: z.boolean(),
  /** The legal texts that the store has; each has a page (`legalPath`). */
  legalTexts: z.array(legalKindSchema).max(LEGAL_KINDS.length),
});
const publicStoreSchema = storeSchema.extend({ settings: publicSettingsSchema });
/** The result of `settings.get` for callers who aren’t signed in. */
export type PublicStore = z.infer<typeof publicStoreSchema>;

const addressSchema = z.string().max(2_048);

/** An AltStore source: its address, and a link for each client that opens it and adds the source. */
const sourceSchema = z.object({
  address: addressSchema,
  links: z.array(z.object({ client: z.string().max(40), link: addressSchema })).max(5),
});

/** The store's F-Droid repository and its AltStore sources, as people add it to a store client. */
export const repositorySchema = z.object({
  /** The address without the fingerprint, which is also that of the store's public page. */
  address: addressSchema,
  /** SHA-256 of the signing certificate, in upper-case hexadecimal. */
  fingerprint: z.string().length(64),
  /** The address with the fingerprint, for QR codes and for pasting. */
  link: addressSchema,
  /** Opens an installed client on Android. */
  appLink: addressSchema,
  /** The AltStore sources: for apps without a marketplace ID, and for those with one. */
  sources: z.object({ classic: sourceSchema, pal: sourceSchema }),
});
export type StoreSource = z.infer<typeof sourceSchema>;
export type StoreRepository = z.infer<typeof repositorySchema>;

/** Base64 takes four characters for each three bytes. */
const MAX_BASE64_LENGTH = Math.ceil(MAX_LOGO_BYTES / 3) * 4;

export const settingCalls = {
  'settings.get': defineCall({
    access: 'public',
    reads: ['settings'],
    input: z.object({}),
    output: storeSchema,
    publicOutput: publicStoreSchema,
    errors: [],
  }),
  'settings.getRepository': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['settings'],
    input: z.object({}),
    output: repositorySchema,
    errors: [],
  }),
  'settings.setLogo': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({
      /** A PNG, JPEG or WebP of at most 512 KiB in base64; null removes the logo. */
      image: z
        .base64(t`Send the image in base64.`)
        .max(MAX_BASE64_LENGTH, { error: () => t`The image is larger than 512 KiB. Choose a smaller one.` })
        .nullable(),
      /** The path of the logo as the caller saw it: when it has changed since, nothing is saved. */
      before: pathSchema.nullable().optional(),
    }),
    output: z.object({}),
    errors: ['aborted', 'resource-exhausted', 'unavailable'],
  }),
  'settings.restoreLogo': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({
      /** The path of an earlier logo, as the audit log names it; null for none. */
      logo: pathSchema.nullable(),
      /** The path of the logo as the caller saw it: when it has changed since, nothing is saved. */
      before: pathSchema.nullable(),
    }),
    output: z.object({}),
    errors: ['aborted', 'not-found'],
  }),
  'settings.update': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({
      settings: settingsChangeSchema,
      /** The settings as the caller saw them: when one of these has changed since, nothing is saved. */
      before: settingsChangeSchema.optional(),
    }),
    output: z.object({ settings: storeSettingsSchema }),
    errors: ['aborted'],
  }),
};
