import type { Config } from '../../platform/config/config.ts';

/** A UUID as `randomUUID` writes it (RFC 9562): lower case, with its hyphens. */
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Returns the tus URL that a client sends a version's bytes to. */
export function uploadUrl({ publicUrl }: Config, versionId: string): string {
  return `${publicUrl}uploads/${versionId}`;
}

/**
 * Parses the version id from a request's URL; null when it is not exactly an upload URL. Both authorization
 * and serving use this function, so they can never refer to different uploads.
 */
export function readUploadId(url: string, { basePath }: Config): string | null {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/, '');
  const prefix = `${basePath}uploads/`;
  const id = path.slice(prefix.length);
  return path.startsWith(prefix) && new RegExp(`^${UUID}$`).test(id) ? id : null;
}
