import { sql } from 'drizzle-orm';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { hashSecret } from '../../identity/principals.ts';
import type { Context } from '../../platform/context.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { readerTokens } from '../../platform/db/tables/tokens.ts';
import { callError } from '../../platform/input/call-error.ts';
import { readSettings } from '../../platform/settings.ts';
import { rememberOffline } from './remember.ts';

/** The parts of a store: what people and programs read, and what store clients read. */
export type StorePart = 'pages' | 'clients';

/** Last-use times are stored by the hour: a client makes many requests. */
const USE_PRECISION_MS = 3_600_000;

const MAX_HEADER = 1_000;

/**
 * Lets requests to a part of the store through as its setting `storeAccess` allows. Throws `not-found` where a store
 * has no pages, and `unauthenticated` without a valid reader token where it asks for one.
 */
export function guardStore(context: Context, part: StorePart): MiddlewareHandler {
  const readAccess = rememberOffline(context, async () => (await readSettings(context.db)).storeAccess);
  return async (c, next) => {
    const access = await readAccess();
    if (access === 'hidden' && part === 'pages') {
      throw callError('not-found', () => t`This store has no public pages.`);
    }
    if (access !== 'readers') return next();
    try {
      await requireReader(context, c.req.header('Authorization'));
    } catch (error) {
      // Browsers and store clients then ask for a name and a password (RFC 7617), but not while the database is gone.
      if (error instanceof CallError) c.header('WWW-Authenticate', 'Basic realm="Store", charset="UTF-8"');
      c.header('Cache-Control', 'no-store');
      throw error;
    }
    await next();
    keepPrivate(c);
  };
}

/** Keeps caches between the store and a reader from giving the response to others (RFC 9111, section 3.5). */
export function keepPrivate(c: HonoContext): void {
  const lifetime = (c.res.headers.get('Cache-Control') ?? 'no-cache').replace(/^public, /, '');
  c.res.headers.set('Cache-Control', `private, ${lifetime}`);
  c.res.headers.append('Vary', 'Authorization');
}

const READER = defineStatement('reader-token', ({ secretHash }: StatementValues<{ secretHash: string }>) => ({
  select: { id: readerTokens.id, lastUsedAt: readerTokens.lastUsedAt },
  from: sql`FROM ${readerTokens} WHERE ${readerTokens.secretHash} = ${secretHash}`,
}));

async function requireReader({ db, clock }: Context, authorization: string | undefined): Promise<void> {
  const secret = readSecret((authorization ?? '').slice(0, MAX_HEADER));
  const reader = secret === null ? null : await READER.first(db, { secretHash: hashSecret(secret) });
  if (!reader) {
    throw callError('unauthenticated', () =>
      secret === null
        ? t`This store needs a reader token. Enter it as the password, with any user name, or send it as a bearer token.`
        : t`This reader token isn’t valid: it was revoked or never existed.`,
    );
  }
  const now = clock();
  if (reader.lastUsedAt !== null && now.getTime() - reader.lastUsedAt.getTime() < USE_PRECISION_MS) return;
  await db.execute(sql`
    UPDATE ${readerTokens} SET last_used_at = ${now.toISOString()}
    WHERE id IN (SELECT id FROM ${readerTokens} WHERE id = ${reader.id} FOR UPDATE SKIP LOCKED)`);
}

/** Returns the token in an `Authorization` header: a bearer token, or the password of any user; null without one. */
function readSecret(authorization: string): string | null {
  const [, scheme = '', value = ''] = /^(bearer|basic) +([\w~+/.=-]+) *$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  const credentials = Buffer.from(value, 'base64').toString();
  const colon = credentials.indexOf(':');
  return colon === -1 ? null : credentials.slice(colon + 1) || null;
}
