import type { Context as HonoContext } from 'hono';
import { recogniseClient } from '#shared/apps/download-clients.ts';
import { hashNetwork } from '../../catalog/releases/network-hashes.ts';
import { endWhenHeld } from '../../http/running-downloads.ts';
import { isStartOfDownload, serveFile } from '../../http/serve-file.ts';
import { clientAddress, networkOf } from '../../identity/client-address.ts';
import type { Context } from '../../platform/context.ts';
import { downloadJournal } from './journal.ts';

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

/** Serves a package and counts the download, of each network once a day. It ends when the package is held. */
export async function servePackage(
  c: HonoContext,
  context: Context,
  { versionId, ...file }: ServedPackage,
): Promise<Response> {
  const response = await serveFile(c, {
    storage: context.storage,
    ...file,
    cache: 'forever',
    canRedirect: true,
    track: endWhenHeld(context, versionId),
  });
  if (isStartOfDownload(c, response)) await countDownload(c, context, versionId);
  return response;
}

async function countDownload(c: HonoContext, context: Context, versionId: string): Promise<void> {
  const day = context.clock().toISOString().slice(0, 10);
  const client = recogniseClient(c.req.header('User-Agent') ?? '');
  const address = networkOf(clientAddress(c, context.config.trustProxy));
  const network = hashNetwork(context.secret, address, { versionId, day });
  try {
    await context.services.get(downloadJournal).count(context, { versionId, day, client, network });
  } catch (error) {
    context.log.warn({ err: error, versionId }, 'a download is lost if the server is killed now');
  }
}
