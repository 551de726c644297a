import { z } from 'zod';
import type { IosFacts } from '#shared/packages/facts.ts';
import { MAX_LISTED, MAX_TEXT_LENGTH } from '#shared/packages/limits.ts';
import { type Checked, check, cleanText, line, sha256 } from '../public/stored.ts';

/*
 * What is stored of a version is checked again before it goes into a source, because one value that the format does not
 * know makes clients refuse the whole of it.
 */

const name = line.refine((text) => text.trim() !== '', 'It’s empty.');

/** AltStore wants every key of the package, also one without a text, and a text for each. */
const WITHOUT_REASON = 'The app gives no reason.';

const usageTexts = z
  .record(
    name,
    z
      .string()
      .max(MAX_TEXT_LENGTH)
      .transform((text) => cleanText(text).trim() || WITHOUT_REASON),
  )
  .refine((texts) => Object.keys(texts).length <= MAX_LISTED.usageTexts, 'There are too many.');

const iosFacts = z.object({
  platform: z.literal('ios'),
  versionName: name,
  buildVersion: name,
  minimumOs: z.union([z.literal(''), z.string().regex(/^\d{1,4}(\.\d{1,4}){0,2}$/)]).catch(''),
  entitlements: z.record(name, z.unknown()).transform((entitlements) => Object.keys(entitlements)),
  usageTexts,
  extensionEntitlements: z.array(name).max(MAX_LISTED.entitlements),
  extensionUsageTexts: usageTexts,
}) satisfies z.ZodType<Partial<Record<keyof IosFacts, unknown>>>;

const storedIpa = z.object({ sha256, size: z.int().min(1), publishedAt: z.date(), package: iosFacts });

/** The data of an iOS version in a source, from its row. */
export type StoredIpa = z.infer<typeof storedIpa>;

/** Checks a version's row. */
export const checkIpa = (stored: unknown): Checked<StoredIpa> => check(storedIpa, stored);

/** Checks the size of an image, in pixels. AltStore reads it as a 16-bit number. */
export function hasUsableSize({ width, height }: { width: number; height: number }): boolean {
  return [width, height].every((side) => Number.isInteger(side) && side > 0 && side < 32_768);
}
