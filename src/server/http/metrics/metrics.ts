import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Context } from '../../platform/context.ts';
import { countResponses, type ObserveResponse } from './request-metrics.ts';
import { registerStore } from './store-metrics.ts';

/** The metrics of one server. */
export interface Metrics {
  /** Counts a response; null while metrics are off, so that responses cost nothing more. */
  readonly observe: ObserveResponse | null;
  readonly routes: Hono;
}

type MetricsParts = Pick<Context, 'config'> & Parameters<typeof registerStore>[1];

/**
 * Serves `GET {base}metrics` in Prometheus' text format to those who send `METRICS_TOKEN` as a bearer token. Without that
 * variable there are no metrics and no such address.
 */
export function createMetrics(parts: MetricsParts): Metrics {
  const { metricsToken, basePath } = parts.config;
  const routes = new Hono();
  if (metricsToken === null) {
    routes.get('/', (c) => c.text('Not found', 404));
    return { observe: null, routes };
  }
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const observe = countResponses(registry, basePath);
  const readStore = registerStore(registry, parts);
  let reading: Promise<string> | null = null;
  const read = async () => {
    await readStore();
    return registry.metrics();
  };
  routes.get('/', async (c) => {
    const [scheme = '', token = ''] = (c.req.header('authorization') ?? '').split(' ');
    if (scheme.toLowerCase() !== 'bearer' || !isEqual(token, metricsToken)) {
      return c.text('Send METRICS_TOKEN as a bearer token.', 401, { 'WWW-Authenticate': 'Bearer' });
    }
    // Several readers at the same time share one reading of the database.
    reading ??= read().finally(() => {
      reading = null;
    });
    return c.body(await reading, 200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' });
  });
  return { observe, routes };
}

/** Takes as long for every wrong text. */
function isEqual(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
