import { z } from 'zod';
import { t } from '../languages/translate.ts';

/** A kind of program that downloads packages. */
interface DownloadClient {
  readonly label: string;
  /** Matches its User-Agent header. */
  readonly pattern: RegExp;
}

/**
 * The kinds of clients by which downloads are counted. The header tells no more than this, and nothing else of it is
 * kept. Sources: the clients' own code; iOS apps begin it with their name.
 */
export const DOWNLOAD_CLIENTS = {
  fdroid: { label: 'F-Droid', pattern: /^F-Droid\b/i },
  droidify: { label: 'Droid-ify', pattern: /^Droid-?ify\b/i },
  neostore: { label: 'Neo Store', pattern: /^Neo[ _-]?Store\b/i },
  altstore: { label: 'AltStore', pattern: /^AltStore\b/i },
  sidestore: { label: 'SideStore', pattern: /^SideStore\b/i },
  browser: { label: t`Browsers`, pattern: /^(Mozilla|Opera)\// },
  other: { label: t`Other clients`, pattern: /(?:)/ },
} as const satisfies Readonly<Record<string, DownloadClient>>;

export type DownloadClientId = keyof typeof DOWNLOAD_CLIENTS;
export const DOWNLOAD_CLIENT_IDS = Object.keys(DOWNLOAD_CLIENTS) as [DownloadClientId, ...DownloadClientId[]];
export const downloadClientSchema = z.enum(DOWNLOAD_CLIENT_IDS);

/** Returns the kind of client that sends a User-Agent header. */
export function recogniseClient(userAgent: string): DownloadClientId {
  return DOWNLOAD_CLIENT_IDS.find((id) => DOWNLOAD_CLIENTS[id].pattern.test(userAgent)) ?? 'other';
}
