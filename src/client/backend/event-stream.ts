/** One event of a stream: its name, and its data as text. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Yields server-sent events as they arrive, until the stream ends. `onChunk` is called for any data, including
 * comments. https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onChunk();
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event !== null) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Parses a block of lines such as `event: version`; null for a comment, such as a heartbeat. */
function parseBlock(block: string): StreamEvent | null {
  const lines = block.split('\n');
  const valuesOf = (field: string) =>
    lines
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  const data = valuesOf('data');
  return data.length === 0 ? null : { event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') };
}
