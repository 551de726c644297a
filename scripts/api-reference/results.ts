import recorded from './results.json' with { type: 'json' };
import { type JsonSchema } from './schemas.ts';

/**
 * The results of operations by their ID, and the bodies of webhooks by their event. `npm test -- test/api-examples.test.ts`
 * records them from real requests when `RECORD_RESULTS` is set.
 */
const RESULTS: Readonly<Record<string, unknown>> = recorded;

/** The data of a webhook's body by which events about versions are shown. */
const VERSION_EVENT = 'version.published';

type Content = Readonly<Record<string, { readonly schema: JsonSchema | object }>>;

/** Returns the content of a response with the example of its operation, where there is one. */
function exampleIn(content: Content, operationId: string): Content {
  if (!Object.hasOwn(RESULTS, operationId)) return content;
  const example = RESULTS[operationId];
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema, example }]));
}

/** Returns the example of a webhook's body. */
export function exampleOfEvent(event: string): unknown {
  if (Object.hasOwn(RESULTS, event)) return RESULTS[event];
  return { ...(RESULTS[VERSION_EVENT] as object), type: event };
}

/** Returns addresses with an example of each successful response that has a body. */
export function withExamples<Paths extends object>(paths: Paths): Paths {
  const describe = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { operationId, responses } = value as {
      operationId?: string;
      responses?: Record<string, { content?: Content }>;
    };
    if (operationId === undefined || responses === undefined) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, describe(inner)]));
    }
    const shown = Object.entries(responses).map(([status, response]) => [
      status,
      status.startsWith('2') && response.content
        ? { ...response, content: exampleIn(response.content, operationId) }
        : response,
    ]);
    return { ...value, responses: Object.fromEntries(shown) };
  };
  return describe(paths) as Paths;
}
