import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorUsage, prepareCommand } from '#server/operator/commands.ts';
import { operatorEnvironment, readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { explainLevel } from '#server/platform/db/requirements.ts';
import { createLog } from '#server/platform/log/log.ts';
import { EXIT_CODES } from '#server/platform/process/exit-codes.ts';
import { RETENTION } from '#shared/settings/retention.ts';
import { runOperatorCommand, runWithEnvironment } from '#test/support/operator-command.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { openTestStore, type TestStore } from '#test/support/store.ts';

/* What docs/operating.md says about variables, commands, exit codes and periods, compared with the code. */

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');
const operating = await read('docs/operating.md');

/** Returns the code blocks of a language. */
const blocksOf = (language: string) =>
  [...operating.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);

/** Returns the names of the variables in the first columns of all tables of a page. */
function documentedVariables(page: string): string[] {
  const rows = [...page.matchAll(/^\| (`[A-Z][A-Z0-9_]*`(?:, `[A-Z][A-Z0-9_]*`)*) *\| .* \| .+ \|$/gm)];
  return rows.flatMap(([, names = '']) => names.replaceAll('`', '').split(', '));
}

/** Returns the variables that the server and the operator's commands read. */
function readVariables(): string[] {
  const asked = new Set<string>();
  // Those that only matter with a bucket and with traces are read as well.
  const given: NodeJS.ProcessEnv = {
    STORAGE_URL: 's3://bucket',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
  };
  const env = new Proxy(given, {
    get: (values, name) => {
      asked.add(String(name));
      return Reflect.get(values, name);
    },
  });
  // The bucket has no keys, so that every variable of it is missed.
  expect(() => readConfig(env)).toThrow('S3_ACCESS_KEY_ID');
  operatorEnvironment(env);
  // Only npm sets these, and the exporter of traces reads the other one itself.
  asked.delete('QUAYSIDE_PARENT_PID');
  asked.delete('INIT_CWD');
  asked.add('OTEL_EXPORTER_OTLP_HEADERS');
  return [...asked].sort();
}

test('one table has every variable with its default, and no other one', () => {
  const [, table = ''] = operating.split('## Configuration\n');
  expect(documentedVariables(table.split('\n## ')[0] ?? '').sort()).toEqual(readVariables());
  expect(documentedVariables(operating)).toHaveLength(readVariables().length);
});

test('the sections about moving a repository explain every option of the import', () => {
  const [, section = ''] = operating.split('## Moving from an F-Droid repository\n');
  const usage = /import fdroid .*/.exec(operatorUsage())?.[0] ?? '';
  const options = usage.match(/--[a-z-]+/g) ?? [];
  expect(options).toContain('--replace');
  const text = section.split('\n## ')[0] ?? '';
  expect(options.filter((option) => !text.includes(option))).toEqual([]);
});

test('the README names only variables that exist', async () => {
  const known = new Set(readVariables());
  expect(documentedVariables(await read('README.md')).filter((name) => !known.has(name))).toEqual([]);
});

test('every period of retention is in the table, as it is', () => {
  const rows = Object.values(RETENTION).map(
    ({ label, initial, unit, min, max, help }) =>
      `| ${label} | ${initial.toLocaleString('en')} ${unit} | ${min.toLocaleString('en')}–${max.toLocaleString('en')} | ${help} |`,
  );
  expect(operating).toContain(rows.join('\n'));
});

test('every command is named, with options that it has, and each is documented', () => {
  const named = [...operating.matchAll(/npm run -s admin -- ([a-z][^`\n]*)/g)].map(([, text = '']) =>
    text.trim().split(' '),
  );
  expect(named.filter((args) => prepareCommand(withArgument(args)) === null)).toEqual([]);
  const usages = [...operatorUsage().matchAll(/npm run -s admin -- ([a-z-]+(?: [a-z-]+)?)/g)];
  const isNamed = (name: string) => new RegExp(`(?:admin -- |\`)${name}\\b`).test(operating);
  const missing = usages.map(([, name = '']) => name).filter((name) => !isNamed(name));
  expect(missing).toEqual([]);
});

/** Completes a command that a sentence names without its argument. */
function withArgument(args: readonly string[]): readonly string[] {
  return prepareCommand(args) ? args : [...args, 'ARGUMENT'];
}

test('links within the page lead to headings', () => {
  const titles = [...operating.matchAll(/^#{2,3} (.+)$/gm)].map(([, title = '']) => title.toLowerCase());
  const anchors = new Set(titles.map((title) => title.replaceAll(/[^a-z0-9 -]/g, '').replaceAll(' ', '-')));
  const links = [...operating.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
  expect(links.filter((link) => !anchors.has(link))).toEqual([]);
});

test('the message of a rejected downgrade is that of the server', () => {
  expect(blocksOf('text')).toContain(`Quayside cannot start. ${explainLevel('newer', 'quayside')}\n`);
});

test('the statements for an external database make one that Quayside accepts', async () => {
  const address = await createTestDatabase();
  const name = `documented_${new URL(address).pathname.slice(-12)}`;
  const [statements = ''] = blocksOf('sql');
  const client = new Client({ connectionString: address });
  await client.connect();
  for (const statement of statements.trim().split('\n'))
    await client.query(statement.replaceAll(/\bquayside\b/g, name));
  await client.end();
  const own = new URL(address.replace('@localhost', '@placeholder'));
  own.username = name;
  own.pathname = `/${name}`;
  const url = own.href.replace('@placeholder', '@localhost');
  await using database = await openDatabase(readConfig({ DATABASE_URL: url }), createLog('silent'));
  const { rows } = await database.pool.query("SELECT to_regclass('public.apps') IS NOT NULL AS there");
  expect(rows).toEqual([{ there: true }]);
});

describe('exit codes', () => {
  const documented = [...operating.matchAll(/^\| (\d+) \| ([^|]*)\| ([^|]*)\|$/gm)].map(([, code]) =>
    Number(code),
  );

  test('are in one table', () => {
    expect(documented).toEqual(Object.values(EXIT_CODES));
  });

  test.each([
    ['wrong arguments', ['doctor', 'everything'], {}, EXIT_CODES.usage],
    ['an invalid configuration', ['doctor'], { PORT: 'x' }, EXIT_CODES.configuration],
    [
      'a command that failed',
      ['reset-password', 'nobody@example.org'],
      { DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' },
      EXIT_CODES.failed,
    ],
    [
      'errors that doctor found',
      ['doctor'],
      { DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' },
      EXIT_CODES.problemsFound,
    ],
  ])('of %s', async (_, args, env, code) => {
    expect(await runWithEnvironment(args, { DATA_DIR: '/nonexistent', ...env })).toMatchObject({ code });
  });
});

describe('the commands for emergencies', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore();
    await store.pool.query(
      `INSERT INTO auth_users (id, name, email, email_verified, two_factor_enabled)
       VALUES ('admin', 'Ada', 'admin@example.org', true, true)`,
    );
    await store.pool.query(
      `INSERT INTO auth_two_factors (id, user_id, secret, backup_codes) VALUES ('factor', 'admin', 'x', 'x')`,
    );
    await store.pool.query(
      `INSERT INTO users (uid, email, role) VALUES ('admin', 'admin@example.org', 'admin')`,
    );
    await store.pool.query("SELECT graphile_worker.add_job('sweep-files')");
    await store.pool.query(
      `UPDATE graphile_worker._private_jobs
       SET last_error = 'The disk is full.', attempts = 25, max_attempts = 25`,
    );
  });
  afterAll(() => store[Symbol.asyncDispose]());

  const examples = blocksOf('console').map((block) => {
    const [command = '', ...output] = block.trimEnd().split('\n');
    return [command.replace('$ npm run -s admin -- ', ''), output.join('\n')] as const;
  });

  test.each(examples)('%s prints what is documented', async (command, output) => {
    const ended = await runOperatorCommand(store, command.split(' '), {
      PUBLIC_URL: 'https://hub.example.org/quayside/',
    });
    expect(ended.stderr).toBe('');
    const pattern = output
      .split('…')
      .map((text) => RegExp.escape(text))
      .join('.*');
    expect(ended.stdout.trimEnd()).toMatch(new RegExp(`^${pattern}$`));
  });
});
