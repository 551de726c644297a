import type { Context as HonoContext } from 'hono';
import { isStartOfDownload, serveFile } from '../../http/serve-file.ts';
import type { Context } from '../../platform/context.ts';
import { countDownload } from './count-download.ts';

/** The package of a published version. */
interface ServedPackage {
  readonly versionId: string;
  readonly key: string;
  readonly sha256: string;
  readonly size: number;
  /** The media type. */
  readonly type: string;
  readonly downloadName: string;
}

/** Serves a package and counts the download. */
export async function servePackage(
  c: HonoContext,
  context: Context,
  { versionId, ...file }: ServedPackage,
): Promise<Response> {
  const response = await serveFile(c, { storage: context.storage, ...file, cache: 'forever' });
  if (isStartOfDownload(response)) {
    await countDownload(context.pool, { versionId, at: context.clock() }).catch((error: unknown) => {
      context.log.warn({ err: error, versionId }, 'a download was not counted');
    });
  }
  return response;
}
