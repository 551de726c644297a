import { expect } from 'vitest';
import { DATA_AGE_HEADER } from '#shared/live-events.ts';
import type { Person } from './people.ts';

/** An open event stream, and what it has received. */
export interface Listener {
  readonly events: { event: string; data: Record<string, unknown> }[];
  readonly comments: string[];
  /** Resolves when either side has ended it: true when that was regular. */
  readonly ended: Promise<boolean>;
  readonly close: () => void;
}

/** Opens the event stream of a server by fetch, as the browser client does when its data is so old. */
export async function listen(
  url: string,
  person: Pick<Person, 'token'>,
  dataAgeMs?: number,
): Promise<Listener> {
  const closing = new AbortController();
  const response = await fetch(`${url}events`, {
    headers: {
      Authorization: `Bearer ${person.token}`,
      ...(dataAgeMs !== undefined && { [DATA_AGE_HEADER]: String(dataAgeMs) }),
    },
    signal: closing.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events: Listener['events'] = [];
  const comments: string[] = [];
  const read = async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (event && data) events.push({ event, data: JSON.parse(data) });
        else comments.push(block);
      }
    }
  };
  const ended = read().then(
    () => true,
    () => false,
  );
  return { events, comments, ended, close: () => closing.abort() };
}
