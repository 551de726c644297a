import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientBase, Pool } from 'pg';
import { type OpenSpan } from '../tracing/tracer.ts';
import { isTracing, startSpan } from '../tracing/tracing.ts';

type AnyFunction = (...given: unknown[]) => unknown;

/** Records each statement of a pool's connections, while traces are recorded. */
export function traceStatements(pool: Pool, name: string): void {
  if (!isTracing()) return;
  const connect = pool.connect.bind(pool) as AnyFunction;
  // A request that waited is continued by the one that releases the connection, whose trace is another one.
  pool.connect = ((callback?: AnyFunction) =>
    callback ? connect(AsyncLocalStorage.bind(callback)) : connect()) as Pool['connect'];
  pool.on('connect', (client) => traceClient(client, name));
}

function traceClient(client: ClientBase, pool: string): void {
  const query = client.query.bind(client) as AnyFunction;
  client.query = ((...given: unknown[]) => {
    const span = startSpan({
      name: describeStatement(given[0]),
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'quayside.pool': pool },
    });
    const last = given.at(-1);
    if (typeof last === 'function') {
      given[given.length - 1] = (error: unknown, ...rest: unknown[]) => {
        finish(span, error);
        return (last as AnyFunction)(error, ...rest);
      };
      return query(...given);
    }
    const result = query(...given);
    if (result instanceof Promise) {
      result.then(
        () => finish(span, null),
        (error: unknown) => finish(span, error),
      );
    } else finish(span, null);
    return result;
  }) as ClientBase['query'];
}

function finish(span: OpenSpan, error: unknown): void {
  if (error) span.fail(error);
  span.end();
}

/** Returns a statement's name, or what it does to which table: its text may contain values. */
function describeStatement(statement: unknown): string {
  const { name, text } =
    typeof statement === 'string'
      ? { name: undefined, text: statement }
      : (statement as { name?: string; text?: string });
  if (name) return name;
  const verb = /^\s*(\w+)/.exec(text ?? '')?.[1]?.toUpperCase() ?? 'STATEMENT';
  const table = /\b(?:from|into|update|table)\s+(?:only\s+)?"?([a-z_]\w*(?:"?\."?\w+)?)/i.exec(
    text ?? '',
  )?.[1];
  return table ? `${verb} ${table.replaceAll('"', '')}` : verb;
}
