import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE_FILE = /\.tsx?$/;
const TEST_FILE = /\.test\.tsx?$|\/conformance\.ts$/;

interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** What it imports: paths from the root for our own files, specifiers for packages. */
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

/** Static, type-only and dynamic imports alike: a type from the wrong side is a dependency too. */
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

/** The imports that break a rule, as lines that a person can act on. */
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

describe('who may import whom', () => {
  test('shared imports zod, for reading packages fflate and noble, for passwords zxcvbn, and nothing of ours outside', () => {
    const allowed = (imported: string, path: string) =>
      imported.startsWith('src/shared/') ||
      imported === 'zod' ||
      (path.startsWith('src/shared/packages/') && isPackageOf(imported, ['fflate', '@noble'])) ||
      (path.startsWith('src/shared/passwords/') && isPackageOf(imported, ['@zxcvbn-ts']));
    expect(offences(/^src\/shared\//, allowed)).toEqual([]);
  });

  test.each(['server', 'client', 'cli'])('%s imports shared and itself, never another side', (side) => {
    const allowed = (imported: string) =>
      isPackage(imported) || imported.startsWith('src/shared/') || imported.startsWith(`src/${side}/`);
    expect(offences(new RegExp(`^src/${side}/`), allowed)).toEqual([]);
  });

  test('building blocks know no router, no query and no store', () => {
    const allowed = (imported: string) =>
      imported.startsWith('src/client/ui/') ||
      imported.startsWith('src/shared/') ||
      isPackageOf(imported, ['react', '@mui', '@emotion']);
    expect(offences(/^src\/client\/ui\//, allowed)).toEqual([]);
  });

  test('a feature of the browser uses building blocks, backend, store and paths, and no other feature', () => {
    const common = ['backend', 'store', 'ui'].map((folder) => `src/client/${folder}/`);
    const allowed = (imported: string, path: string) => {
      const own = `${path.split('/').slice(0, 3).join('/')}/`;
      return (
        isPackage(imported) ||
        imported.startsWith('src/shared/') ||
        imported === 'src/client/paths.ts' ||
        [...common, own].some((folder) => imported.startsWith(folder))
      );
    };
    expect(offences(/^src\/client\/(?!backend|store|ui|shell)[a-z-]+\//, allowed)).toEqual([]);
  });

  test('no module of the server imports itself through others', () => {
    const graph = new Map(
      product
        .filter(({ path }) => path.startsWith('src/server/'))
        .map(({ path, text }) => [path, runtimeImports(path, text)]),
    );
    expect(findCycle(graph)).toBeNull();
  });
});

/** Imports that remain when the types are stripped. */
function runtimeImports(path: string, text: string): string[] {
  const withoutTypes = text.replaceAll(/(?:^|\n)(?:import|export) type [\s\S]*?;/g, '');
  return [...findImports(withoutTypes)].map((name) => resolveImport(path, name));
}

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

describe('what only one place does', () => {
  test('config.ts alone reads the environment', () => {
    const readers = product.filter(({ text }) =>
      /process\.env|\benv\s*\}\s*=\s*process|node:process/.test(text),
    );
    expect(readers.map(({ path }) => path)).toEqual(['src/server/config.ts']);
  });

  test('default exports are route modules', () => {
    const found = sources.filter(({ text }) => /^export default/m.test(text)).map(({ path }) => path);
    expect(found.filter((path) => !/^src\/client\/[a-z-]+\/[a-z-]+-page\.tsx$/.test(path))).toEqual([]);
  });

  test('no file is a drawer for everything, and none only passes on', () => {
    const drawer = /\/(?:utils?|helpers?|common|misc)(?:\/|\.)/;
    expect(sources.map(({ path }) => path).filter((path) => drawer.test(path))).toEqual([]);
    const passesOn = ({ text }: SourceFile) =>
      text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|export [^;]* from '[^']*';/g, '').trim() === '';
    expect(sources.filter(passesOn).map(({ path }) => path)).toEqual([]);
  });
});

describe('how long a file may grow', () => {
  const lengths = product.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));

  test('the median file has at most 80 lines', () => {
    const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(80);
  });

  test('no file has more than 300 lines', () => {
    expect(lengths.filter(({ lines }) => lines > 300)).toEqual([]);
  });
});

describe.each(['README.md', 'CONTRIBUTING.md'])('%s', (name) => {
  const text = readFileSync(join(ROOT, name), 'utf8');
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };

  test('names only scripts that exist', () => {
    const named = [...text.matchAll(/\bnpm (?:run (?:-s )?([a-z:-]+)|(start|test)\b)/g)].map(
      (match) => (match[1] ?? match[2]) as string,
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((script) => !(script in manifest.scripts))).toEqual([]);
  });

  test('names only files and folders that exist', () => {
    const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(
      (match) => match[1] as string,
    );
    const quoted = [...text.matchAll(/`((?:src|test|docs|scripts)\/[\w./-]*)`/g)].map(
      (match) => match[1] as string,
    );
    const named = [...linked, ...quoted];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

test('every script of the package runs a file that exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const files = Object.values(scripts).flatMap(
    (line) => line.match(/(?:src|test|scripts)\/[\w./-]+\.ts/g) ?? [],
  );
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
