import { z } from 'zod';

/** Under the names of the fastlane layout and the F-Droid index. */
export const SCREENSHOT_KINDS = [
  'phoneScreenshots',
  'sevenInchScreenshots',
  'tenInchScreenshots',
  'tvScreenshots',
  'wearScreenshots',
] as const;
export const graphicKindSchema = z.enum(['icon', 'featureGraphic', ...SCREENSHOT_KINDS]);
export type GraphicKind = z.infer<typeof graphicKindSchema>;
export type ScreenshotKind = (typeof SCREENSHOT_KINDS)[number];
