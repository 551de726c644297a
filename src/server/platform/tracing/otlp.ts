import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracesConfig } from '../config/traces-config.ts';
import { STOP_PARTS, waitAtMost } from '../process/stopping.ts';
import type { OpenSpan, SpanAttributes, SpanStart, Tracer } from './tracer.ts';

/** Spans that wait to be sent; more are dropped, so that a slow collector costs no memory. */
const MAX_QUEUED = 2_048;
const MAX_BATCH = 512;
const SEND_EVERY_MS = 1_000;
/** The longest that sending a batch may take. */
const SEND_MS = 5_000;
/** Batches that are sent at the same time. */
const MAX_SENDING = 2;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

const propagator = new W3CTraceContextPropagator();

/**
 * Creates the tracer that sends spans by OTLP over HTTP. It registers nothing globally, so only what this program traces
 * itself is recorded. Only `tracing.ts` loads this module, and only when it is needed.
 */
export function createTracer(
  { url, serviceName, ratio }: TracesConfig,
  reportFailure: (error: unknown) => void,
): Tracer {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_MS, concurrencyLimit: MAX_SENDING });
  const sampler = new TraceIdRatioBasedSampler(ratio);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    // Anybody can ask for a recording by `traceparent`, so those who ask get the same share; who declines is obeyed.
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, reportFailure),
        maxQueueSize: MAX_QUEUED,
        maxExportBatchSize: MAX_BATCH,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('quayside');
  const current = new AsyncLocalStorage<Context>();
  const contexts = new WeakMap<OpenSpan, Context>();

  return {
    start({ name, kind, attributes = {}, headers }: SpanStart): OpenSpan {
      const parent = headers
        ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
        : (current.getStore() ?? ROOT_CONTEXT);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
      const context = trace.setSpan(parent, span);
      const open: OpenSpan = {
        get headers() {
          const carrier: Record<string, string> = {};
          propagator.inject(context, carrier, defaultTextMapSetter);
          return carrier;
        },
        set: (more: SpanAttributes) => void span.setAttributes(more),
        fail(error) {
          // Messages may quote what somebody entered.
          const { name: type, code } = error as { name?: unknown; code?: unknown };
          span.setAttribute('error.type', String(code ?? type ?? 'Error').slice(0, 100));
          span.setStatus({ code: SpanStatusCode.ERROR });
        },
        end: () => span.end(),
      };
      contexts.set(open, context);
      return open;
    },
    within: (span, work) => current.run(contexts.get(span) ?? ROOT_CONTEXT, work),
    traceId: () => trace.getSpanContext(current.getStore() ?? ROOT_CONTEXT)?.traceId ?? null,
    close: () => waitAtMost(STOP_PARTS.tracesMs, provider.shutdown()),
  };
}

/** Reports what could not be sent, which the processor only drops. */
function reporting(exporter: SpanExporter, reportFailure: (error: unknown) => void): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) reportFailure(result.error);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
