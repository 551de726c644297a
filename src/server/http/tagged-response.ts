import { createHash } from 'node:crypto';
import type { Context as HonoContext } from 'hono';
import { hasSameTag } from './serve-file.ts';

interface TaggedContent {
  readonly type: string;
  readonly body: string;
}

/** Responds with a value as JSON, with an entity tag like `respondTagged`. */
export function respondJson(c: HonoContext, value: object): Response {
  return respondTagged(c, { type: 'application/json', body: JSON.stringify(value) });
}

/**
 * Responds with a text and its entity tag, or 304 without it to a client that has it. Clients ask each time, so that
 * what the store removes disappears at once.
 */
export function respondTagged(c: HonoContext, { type, body }: TaggedContent): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  c.header('ETag', etag);
  c.header('Cache-Control', 'no-cache');
  if (hasSameTag(c.req.header('If-None-Match'), etag)) return c.body(null, 304);
  c.header('Content-Type', type);
  return c.body(body);
}
