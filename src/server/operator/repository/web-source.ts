import type { Config } from '../../platform/config/config.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import { download } from '../../platform/safe-fetch/download.ts';
import { urlDenialReason } from '../../platform/safe-fetch/safe-fetch.ts';
import { type RepositorySource, splitPath, UnreadableError } from './source.ts';

/** A repository on a web server, and the fingerprint by which its clients know it. */
export interface WebRepository {
  readonly source: RepositorySource;
  /** In upper-case hexadecimal. */
  readonly fingerprint: string;
}

/**
 * Opens a repository by the address that its clients use, with `?fingerprint=`. Throws `StartupError` when that is missing,
 * or the address is private and the operator doesn't allow that.
 */
export function openWebRepository(
  address: string,
  config: Pick<Config, 'webhooksAllowPrivate'>,
): WebRepository {
  const url = new URL(address);
  const fingerprint = url.searchParams.get('fingerprint')?.replaceAll(/[\s:]/g, '').toUpperCase() ?? '';
  if (!/^[0-9A-F]{64}$/.test(fingerprint)) {
    throw new StartupError(
      'The address has no fingerprint, so nothing shows that the files are those of the repository. Add ?fingerprint= with the 64 digits that its clients use.',
    );
  }
  const denialReason = urlDenialReason(url, config);
  if (denialReason) {
    throw new StartupError(`${denialReason} WEBHOOKS_ALLOW_PRIVATE=true allows private and http addresses.`);
  }
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  const open = async (path: string, maxBytes: number) => {
    const file = new URL(`${base}/${splitPath(path).map(encodeURIComponent).join('/')}`);
    try {
      return await download(file, { ...config, maxBytes });
    } catch (error) {
      throw new UnreadableError(`${path} can’t be downloaded: ${(error as Error).message}`);
    }
  };
  return { source: { name: base, open }, fingerprint };
}
