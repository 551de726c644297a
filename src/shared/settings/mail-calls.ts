import { z } from 'zod';
import { emailSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { MAIL_SECURITIES } from './mail.ts';

const HOST_PROBLEM = { error: () => t`Enter the server’s name or address, such as mail.example.org.` };

/** Neither line breaks nor other control characters, which could end a command of the protocol. */
const isOneLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text);

const lineOf = (max: number) =>
  z
    .string()
    .max(max, { error: () => t`Use at most ${max} characters.` })
    .refine(isOneLine, { error: () => t`Use one line without control characters.` });

/** A mail server as admins set it, without its password. */
export const mailServerSchema = z.object({
  host: z
    .string()
    .trim()
    .min(1, HOST_PROBLEM)
    .max(253, { error: () => t`Use at most 253 characters.` })
    .regex(/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?|[0-9a-fA-F:.]+)$/u, HOST_PROBLEM),
  port: z
    .number({ error: () => t`Use a number from 1 to 65535.` })
    .int({ error: () => t`Use a number from 1 to 65535.` })
    .min(1, { error: () => t`Use a number from 1 to 65535.` })
    .max(65_535, { error: () => t`Use a number from 1 to 65535.` }),
  security: z.enum(MAIL_SECURITIES),
  /** Empty to send without signing in. */
  user: lineOf(254).trim(),
});
export type MailServerSettings = z.infer<typeof mailServerSchema>;

/** The address that emails come from. */
export const senderSchema = emailSchema(() => t`Enter an email address, such as store@example.org.`);

const mailSettingsSchema = z.object({
  /** Null for none: emails are then written to files. */
  server: mailServerSchema.nullable(),
  /** True when a password is stored, which is never returned. */
  hasPassword: z.boolean(),
  /** Null for the default. */
  sender: z.string().max(254).nullable(),
  /** The sender in emails while none is set. */
  defaultSender: z.string().max(500),
  /** Changes with every change. */
  revision: z.iso.datetime().nullable(),
  /** What variables of the server's environment set, which come before the settings. */
  environment: z.object({
    /** Host and port in SMTP_URL; null when it isn't set. */
    server: z.string().max(300).nullable(),
    /** MAIL_FROM; null when it isn't set. */
    sender: z.string().max(500).nullable(),
  }),
});

export const mailCalls = {
  'settings.getMail': defineCall({
    access: 'admin',
    reads: ['settings'],
    input: z.object({}),
    output: mailSettingsSchema,
    errors: [],
  }),
  /** Changes the mail server and the sender immediately, on every server of the store. */
  'settings.setMail': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({
      server: mailServerSchema.nullable(),
      /** Left out, the stored password stays; only for the same server and user. Without a user, there is none. */
      password: lineOf(500).optional(),
      sender: senderSchema.nullable(),
      /** The revision that the caller saw: when the settings have changed since, nothing is saved. */
      before: z.iso.datetime().max(40).nullable(),
    }),
    output: mailSettingsSchema,
    errors: ['aborted', 'failed-precondition'],
  }),
};
