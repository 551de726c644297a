import type { TracesConfig } from '../config/traces-config.ts';

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

/** Null unless the operator configured a collector, so that nothing is loaded and nothing costs time. */
let tracer: Tracer | null = null;

/** A span that nobody records. */
const NO_SPAN: OpenSpan = { headers: {}, set: () => {}, fail: () => {}, end: () => {} };

/** Starts tracing for this process if it is configured. Disposing sends what is left, within a limited time. */
export async function openTracing(
  config: TracesConfig | null,
  reportFailure: (error: unknown) => void,
): Promise<AsyncDisposable> {
  if (config) tracer = (await import('./otlp.ts')).createTracer(config, reportFailure);
  const opened = tracer;
  return {
    async [Symbol.asyncDispose]() {
      tracer = null;
      await opened?.close();
    },
  };
}

/** Returns true while spans are recorded. */
export function isTracing(): boolean {
  return tracer !== null;
}

/** Returns what log lines say of the current trace. */
export function traceFields(): { traceId?: string } {
  const traceId = tracer?.traceId();
  return traceId ? { traceId } : {};
}

/** Opens a span that the caller ends. */
export function startSpan(span: SpanStart): OpenSpan {
  return tracer?.start(span) ?? NO_SPAN;
}

/** Runs work within a span, which fails with it. */
export async function traced<Result>(
  span: SpanStart,
  work: (span: OpenSpan) => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work(NO_SPAN);
  const open = tracer.start(span);
  try {
    return await tracer.within(open, () => work(open));
  } catch (error) {
    open.fail(error);
    throw error;
  } finally {
    open.end();
  }
}
