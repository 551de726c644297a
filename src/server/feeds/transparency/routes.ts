import { sign } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { t } from '#shared/languages/translate.ts';
import { respondWithCallError } from '../../http/error-response.ts';
import { respondJson, respondTagged } from '../../http/tagged-response.ts';
import type { Context } from '../../platform/context.ts';
import { callError } from '../../platform/input/call-error.ts';
import { findVerifierKey } from '../../platform/transparency/audit-key.ts';
import { type CheckpointRow, findCheckpoint, treeOf } from '../../platform/transparency/checkpoints.ts';
import { guardStore } from '../access/guard-store.ts';
import { fingerprint, readSigningKey } from '../signing/key.ts';
import { readReceipt } from './receipt.ts';

/**
 * Serves what proves the audit log at `{base}transparency/`, for those who may read the feed: the newest signed checkpoint, the
 * key that signs it, receipts of approvals, and proofs that the log only grew. Errors have the format of calls.
 */
export function createTransparencyRoutes(context: Context, limit: MiddlewareHandler): Hono {
  const routes = new Hono();
  routes.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'OPTIONS'],
      allowHeaders: ['Authorization', 'If-None-Match'],
    }),
  );
  routes.use(limit);
  routes.use(guardStore(context, 'clients'));

  routes.get('/checkpoint', async (c) => {
    const { note } = await requireCheckpoint(context);
    return respondTagged(c, { type: TEXT, body: note });
  });

  routes.get('/key', async (c) => respondJson(c, await describeKey(context)));

  routes.get('/receipts/:versionId', async (c) => {
    const versionId = c.req.param('versionId');
    const receipt = /^[\w-]{1,64}$/.test(versionId) ? await readReceipt(context, versionId) : null;
    if (!receipt)
      throw callError('not-found', () => t`There is no receipt of this version, or it was never published.`);
    return respondJson(c, receipt);
  });

  routes.get('/consistency/:from/:to', async (c) => {
    const { size } = await requireCheckpoint(context);
    const [from, to] = [c.req.param('from'), c.req.param('to')].map(readSize);
    if (!from || !to || from > to || to > size) {
      throw callError(
        'invalid-argument',
        () =>
          t`Give two sizes of the log, the smaller one first, from 1 to ${size}, the size of the newest checkpoint.`,
      );
    }
    const hashes = await treeOf(context, to).proveConsistency(from);
    // It never changes.
    c.header('Cache-Control', 'public, max-age=86400');
    return c.json({ from, to, hashes: hashes.map((hash) => hash.toString('base64')) });
  });

  routes.all('*', () => {
    throw callError(
      'not-found',
      () => t`The log has checkpoint, key, receipts/VERSION-ID and consistency/FROM/TO.`,
    );
  });
  routes.onError(respondWithCallError);
  return routes;
}

const TEXT = 'text/plain; charset=utf-8';

/** Returns a size of the log; undefined for other texts. */
function readSize(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

async function requireCheckpoint(context: Context): Promise<CheckpointRow> {
  const checkpoint = await findCheckpoint(context);
  if (checkpoint) return checkpoint;
  throw callError(
    'not-found',
    () => t`The store has signed no checkpoint of its log yet. It signs one every day.`,
  );
}

/** Returns the key of the log, signed by that of the repository, which the store's clients know. */
async function describeKey(context: Context) {
  const verifierKey = await findVerifierKey(context);
  if (verifierKey === null)
    throw callError('not-found', () => t`The log has no key until it signs its next checkpoint.`);
  const key = await readSigningKey(context);
  return {
    verifierKey,
    signedBy: {
      fingerprint: fingerprint(key),
      certificate: key.certificate.toString('base64'),
      /** Of the verifier key's text, with SHA-256: PKCS #1 v1.5 for RSA, DER for ECDSA. */
      signature: sign('sha256', Buffer.from(verifierKey), key.privateKey).toString('base64'),
    },
  };
}
