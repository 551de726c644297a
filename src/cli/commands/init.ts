import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { COMMAND_SCOPES } from '#shared/trusted-publishers/calls.ts';
import { defineCommand, required } from '../command.ts';
import { EXAMPLES, fillIn } from '../examples.ts';
import { findAppByAnyId } from '../find-app.ts';
import { UsageError } from '../usage-error.ts';

export const init = defineCommand({
  usage: '',
  summary: 'write a workflow or task that publishes an app from a build server',
  options: {
    app: { type: 'string', value: 'ID', help: 'the app' },
    ci: {
      type: 'string',
      value: 'NAME',
      help: `${Object.keys(EXAMPLES).join(', ')}; github by default`,
    },
    'dry-run': { type: 'boolean', help: 'only show the file' },
  },
  async run({ values, tools }) {
    const id = required(values.app, 'app');
    const { ci = 'github' } = values;
    const example = Object.hasOwn(EXAMPLES, ci) ? EXAMPLES[ci] : undefined;
    if (!example) throw new UsageError(`--ci takes ${Object.keys(EXAMPLES).join(', ')}, not "${ci}".`);
    const store = tools.store();
    const { id: appId, platform } = await findAppByAnyId(store, id);
    if (!example.platforms.includes(platform)) {
      throw new UsageError(`--ci=${ci} isn’t for apps of ${platform}.`);
    }
    const { path, next, issuer } = example;
    const repository = await readRepository();
    const trustedPublisher = issuer && {
      page: `${store.url}dashboard/apps/${appId}?tab=settings`,
      issuer,
      repository: repository ?? 'OWNER/NAME',
      workflow: path,
      environment: 'production',
      scopes: COMMAND_SCOPES.join(', '),
    };
    const content = await fillIn(example, { url: store.url, appId, platform });
    const data = { path, content, trustedPublisher };
    if (values['dry-run']) return { text: content, data };
    await writeNew(path, content);
    const lines = Object.entries(trustedPublisher ?? {}).map(
      ([name, value]) => `  ${name.padEnd(13)}${value}`,
    );
    const trusted = trustedPublisher ? ['Add this trusted publisher to the app:', ...lines] : [];
    return { text: [`Wrote ${path}. ${next}`, ...trusted].join('\n'), data };
  },
});

/** Returns the repository from which this folder was cloned, such as `octo-org/app`; null when it isn't known. */
async function readRepository(): Promise<string | null> {
  const config = await readFile('.git/config', 'utf8').catch(() => '');
  const [, name] = /^\s*url = \S+?(?:\.\w+|\])[:/]([\w./-]+?)(?:\.git)?\/?\s*$/m.exec(config) ?? [];
  return name ?? null;
}

/** Writes a file that doesn't exist yet. Throws `UsageError` when it does, or can't be written. */
async function writeNew(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const reason = exists
      ? 'exists already. Show the text with --dry-run'
      : `can’t be written: ${error instanceof Error ? error.message : error}`;
    throw new UsageError(`${path} ${reason}.`);
  }
}
