import { expect, test } from 'vitest';
import { TOKEN_REQUESTS_PER_MINUTE } from '#shared/tokens/calls.ts';
import { TokenLimiter } from './token-limiter.ts';

test('rejects the requests of one token over the limit until the minute is over', () => {
  let now = Date.parse('2026-01-01');
  const limiter = new TokenLimiter(() => new Date(now));
  const counted = Array.from({ length: TOKEN_REQUESTS_PER_MINUTE }, () => limiter.count('busy'));
  expect(counted.filter(({ error }) => error !== null)).toEqual([]);

  now += 20_000;
  const { headers, error } = limiter.count('busy');
  expect(headers.RateLimit).toBe('"token";r=0;t=40');
  expect(error).toMatchObject({
    code: 'resource-exhausted',
    details: { reason: 'too-many-requests', retryAfterSeconds: 40 },
  });
  expect(limiter.count('other').error).toBeNull();

  now += 39_999;
  expect(limiter.count('busy').error?.details).toMatchObject({ retryAfterSeconds: 1 });
  now += 1;
  expect(limiter.count('busy')).toMatchObject({
    headers: { RateLimit: `"token";r=${TOKEN_REQUESTS_PER_MINUTE - 1};t=60` },
    error: null,
  });
});
