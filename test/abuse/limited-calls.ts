import { expect } from 'vitest';
import type { CallName } from '#shared/calls.ts';
import { callFewAtOnce } from '#test/support/patience.ts';
import type { CallResponse } from '#test/support/people.ts';

/**
 * Makes ten calls more than a limit allows, and checks that they end at it. A call that a busy store could not finish
 * (503) may have been counted: so many fewer are served.
 */
export async function callLimited<Name extends CallName>(
  max: number,
  call: (index: number) => Promise<CallResponse<Name>>,
) {
  let busy = 0;
  const responses = await callFewAtOnce(max + 10, async (index) => {
    const response = await call(index);
    if (response.status === 503) busy += 1;
    return response;
  });
  const served = responses.filter(({ status }) => status === 200).length;
  expect(served).toBeLessThanOrEqual(max);
  expect(served + busy).toBeGreaterThanOrEqual(max);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(responses.length - served);
  return { responses, served };
}

export const TOO_MANY = {
  status: 'RESOURCE_EXHAUSTED',
  details: { reason: 'too-many-attempts', retryAfterSeconds: expect.any(Number) },
};
