import { registerHooks } from 'node:module';

/** Returns how a workflow differs from what GitHub Actions accepts, by the parser that GitHub publishes. */
export async function findWorkflowErrors(content: string): Promise<string[]> {
  const { NoOperationTraceWriter, parseWorkflow } = await importParser();
  const { context } = parseWorkflow({ name: 'publish.yml', content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

/** Imports the parser, which expects a bundler: it imports JSON without the attribute that Node needs. */
async function importParser() {
  const hooks = registerHooks({
    load: (url, context, nextLoad) =>
      nextLoad(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
  });
  try {
    return await import('@actions/workflow-parser');
  } finally {
    hooks.deregister();
  }
}
