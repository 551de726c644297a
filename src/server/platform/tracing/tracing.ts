import type { TracesConfig } from '../config/traces-config.ts';
import type { OpenSpan, SpanStart, Tracer } from './tracer.ts';

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
