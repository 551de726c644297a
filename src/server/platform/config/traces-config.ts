import type { ConfigVariables } from './storage-config.ts';

/** The destination of traces, by the standard variables of OpenTelemetry. */
export interface TracesConfig {
  /** The address that takes spans: `http://localhost:4318/v1/traces`. */
  readonly url: string;
  readonly serviceName: string;
  /** The share of traces that are recorded, unless their caller decided against it. */
  readonly ratio: number;
}

/**
 * Reads the variables of OpenTelemetry; null when none names a collector. The package of the exporter reads
 * `OTEL_EXPORTER_OTLP_HEADERS` itself.
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
export function readTracesConfig({ value, reject }: ConfigVariables): TracesConfig | null {
  const endpoint = value('OTEL_EXPORTER_OTLP_ENDPOINT');
  const tracesEndpoint = value('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const name = tracesEndpoint === null ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
  const text = tracesEndpoint ?? endpoint;
  if (text === null || value('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    // The address isn't repeated, because it may contain a password.
    reject(`${name} isn't the address of a collector. Use one such as http://localhost:4318.`);
  }
  if (value('OTEL_EXPORTER_OTLP_PROTOCOL')?.toLowerCase() === 'grpc') {
    reject('OTEL_EXPORTER_OTLP_PROTOCOL is grpc, and Quayside sends traces over HTTP. Use http/json.');
  }
  return {
    url: tracesEndpoint ?? `${text.replace(/\/+$/, '')}/v1/traces`,
    serviceName: value('OTEL_SERVICE_NAME') ?? 'quayside',
    ratio: readRatio(value('OTEL_TRACES_SAMPLER_ARG') ?? '1', reject),
  };
}

function readRatio(text: string, reject: ConfigVariables['reject']): number {
  if (/^(?:0?\.\d+|[01](?:\.0*)?)$/.test(text)) return Number(text);
  reject(
    `OTEL_TRACES_SAMPLER_ARG is "${text}". Use the share of requests to trace, from 0 to 1, such as 0.1.`,
  );
  return 0;
}
