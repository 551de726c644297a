import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { defineCommand, required, UsageError } from '../command.ts';
import { findAppByAnyId } from '../find-app.ts';

const WORKFLOW = '.github/workflows/publish.yml';

export const init = defineCommand({
  usage: '',
  summary: 'write a workflow for GitHub Actions that publishes an app',
  options: {
    app: { type: 'string', value: 'ID', help: 'the app' },
    'dry-run': { type: 'boolean', help: 'only show the workflow' },
  },
  async run({ values, tools }) {
    const id = required(values.app, 'app');
    const store = tools.store();
    const { id: appId, platform } = await findAppByAnyId(store, id);
    const file = platform === 'android' ? 'app.apk' : 'app.ipa';
    const workflow = describeWorkflow({ url: store.url, appId, file });
    const data = { path: WORKFLOW, workflow };
    if (values['dry-run']) return { text: workflow, data };
    await writeNew(WORKFLOW, workflow);
    const text = `Wrote ${WORKFLOW}. Add the steps that build ${file}, and the secret QUAYSIDE_TOKEN to the repository.`;
    return { text, data };
  },
});

function describeWorkflow({ url, appId, file }: { url: string; appId: string; file: string }): string {
  return `name: Publish
on:
  push:
    tags: ['v*']
permissions:
  contents: read
jobs:
  publish:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      # Build and sign ${file} here.
      - run: npx --yes "\${QUAYSIDE_URL}cli.tgz" publish ${file} --app ${appId} --wait
        env:
          QUAYSIDE_URL: ${url}
          QUAYSIDE_TOKEN: \${{ secrets.QUAYSIDE_TOKEN }}
`;
}

/** Writes a file that doesn't exist yet. Throws `UsageError` when it does, or can't be written. */
async function writeNew(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const reason = exists
      ? 'exists already'
      : `can’t be written: ${error instanceof Error ? error.message : error}`;
    throw new UsageError(`${path} ${reason}.`);
  }
}
