import { t } from '#shared/languages/translate.ts';
/** The choices of a filter by platform, as `SelectFilter` takes them. */
export const PLATFORM_CHOICES = [
  ['', t`Any platform`],
  ['android', 'Android'],
  ['ios', 'iOS'],
] as const;
