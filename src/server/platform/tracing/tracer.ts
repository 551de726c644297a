/** Texts and numbers of a span, which must contain nothing personal and no address that a visitor chose. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A part of the work, as traces show it. */
export interface SpanStart {
  /** One of a bounded set of names. */
  readonly name: string;
  /** `server` for a request to us, `client` for one that we send, `consumer` for a job. */
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
  /** The headers of a request to us, which may name the caller's trace (https://www.w3.org/TR/trace-context/). */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
}

/** A span that is open. */
export interface OpenSpan {
  /** Headers that name this span to the receiver of a request. */
  readonly headers: Readonly<Record<string, string>>;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed. */
  fail(error: unknown): void;
  end(): void;
}

/** Records spans and sends them to a collector. */
export interface Tracer {
  /** Opens a span below the current one. */
  start(span: SpanStart): OpenSpan;
  /** Runs work in which the span is the current one. */
  within<Result>(span: OpenSpan, work: () => Result): Result;
  /** Returns the ID of the current trace; null outside of any. */
  traceId(): string | null;
  close(): Promise<void>;
}
