import { PASSWORD_LENGTH } from '#shared/account/password-length.ts';
import { MAX_GRAPHIC_BYTES } from '#shared/images/limits.ts';
import { TEXTS } from '#shared/listings/field-records.ts';
import { LISTING_LIMITS } from '#shared/listings/limits.ts';
import { INITIAL_RETENTION } from '#shared/settings/retention-schema.ts';
import { storeSettingsSchema } from '#shared/settings/settings.ts';
import { MAX_TOKENS } from '#shared/tokens/calls.ts';
import { WEBHOOK_LIMITS } from '#shared/webhooks/calls.ts';

const settings = storeSettingsSchema.parse({});
const MIB = 1024 ** 2;

/** The numbers that the guide's texts name, by placeholder. */
export const VALUES: Readonly<Record<string, string>> = {
  minPasswordLength: String(PASSWORD_LENGTH.min),
  minTargetSdk: String(settings.minTargetSdk),
  maxPackage: `${settings.limits.packageMegabytes / 1024} GiB`,
  maxScreenshots: String(settings.limits.screenshots),
  maxGraphic: `${MAX_GRAPHIC_BYTES / MIB} MiB`,
  maxLanguages: String(LISTING_LIMITS.locales),
  maxReleaseNotes: String(TEXTS.whatsNew.max),
  maxTokens: String(MAX_TOKENS),
  maxWebhooks: String(WEBHOOK_LIMITS.perApp),
  webhookHoldingAttempts: String(WEBHOOK_LIMITS.holdingAttempts),
  webhookFailingDays: String(WEBHOOK_LIMITS.failingDays),
  unfinishedUploadHours: String(INITIAL_RETENTION.uploadHours),
};
