import { Counter, Histogram, type Registry } from 'prom-client';
import { type CallName, calls } from '#shared/calls.ts';

/** A response as the metrics count it. */
export interface ObservedResponse {
  /** The path of its request. */
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
}

export type ObserveResponse = (response: ObservedResponse) => void;

/** The first segments of addresses below the base path; all others count together. */
const SECTIONS = new Set([
  'account',
  'altstore',
  'assets',
  'audit',
  'auth',
  'avatars',
  'catalog',
  'downloads',
  'events',
  'fdroid',
  'files',
  'graphics',
  'healthz',
  'icons',
  'logos',
  'metrics',
  'page-start',
  'readyz',
  'self-test',
  'transparency',
  'unsubscribe',
  'uploads',
]);

/** The section of calls, each at its name below it. */
export const CALLS_SECTION = 'us-central1';

/** Seconds, from a small call to an upload. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Counts responses and their durations. Every label has a bounded set of values, whatever is requested. */
export function countResponses(registry: Registry, basePath: string): ObserveResponse {
  const responses = new Counter({
    name: 'quayside_http_responses_total',
    help: 'Responses by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'quayside_http_response_seconds',
    help: 'Time until the head of a response was ready, by route.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers: [registry],
  });
  return ({ path, status, seconds }) => {
    const route = routeOf(path, basePath);
    responses.inc({ route, status });
    durations.observe({ route }, seconds);
  };
}

/** Returns the name of a call or the section of an address. */
export function routeOf(path: string, basePath: string): string {
  if (!path.startsWith(basePath)) return 'other';
  const [section = '', name = ''] = path.slice(basePath.length).split('/', 2);
  if (section === CALLS_SECTION) return isCall(name) ? `call ${name}` : 'call unknown';
  return SECTIONS.has(section) ? section : 'pages';
}

function isCall(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}
