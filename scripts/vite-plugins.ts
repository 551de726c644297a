import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import type { CallContract } from '#shared/call.ts';
import {
  clientKeys,
  compileCatalog,
  keysBelow,
  reachedKeys,
  readCatalog,
  readSourceMessages,
} from './messages.ts';
import { reach } from './script-groups.ts';

const COLOR_SCHEME_SCRIPT = 'src/client/shell/color-scheme.js';
const COMPRESSIBLE = /\.(?:js|css|html|svg)$|^static\/.*\.json$/;

/**
 * Emits the classic script that sets the colour scheme next to the other scripts, without its comments and with a hash
 * in its name: Vite itself only handles modules.
 */
export function classicScript(): Plugin {
  let reference = '';
  return {
    name: 'quayside:classic-script',
    apply: 'build',
    async buildStart() {
      const commented = await readFile(COLOR_SCHEME_SCRIPT, 'utf8');
      const source = commented.replaceAll(/^\s*\/\/.*\n/gm, '');
      reference = this.emitFile({ type: 'asset', name: 'color-scheme.js', source });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return;
        page.source = String(page.source).replace(COLOR_SCHEME_SCRIPT, this.getFileName(reference));
      },
    },
  };
}

/** Fills in the page's placeholders during development, as the server does in production. */
export function pagePlaceholders(basePath: string): Plugin {
  return {
    name: 'quayside:page-placeholders',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (page) =>
        page
          .replaceAll('{{base}}', basePath)
          .replaceAll('{{nonce}}', '')
          .replaceAll('{{name}}', 'Quayside')
          .replace('<!--{{branding}}-->', '<link rel="icon" href="./favicon.svg">'),
    },
  };
}

/**
 * Asks V8 to compile the functions of all scripts while they arrive, in a thread of its own. Otherwise it compiles each
 * one when it's first called, which took a third of the time until a screen was shown (v8.dev, "Explicit compile hints").
 */
export function compiledOnArrival(): Plugin {
  return {
    name: 'quayside:compiled-on-arrival',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}

/** Takes a fifteenth of the best quality's time, for a twelfth more bytes; releases have the best one (`compress-best.ts`). */
const BROTLI_QUALITY = 9;

/**
 * Also writes compressed versions of each text file, so that the server never compresses the same bytes
 * twice.
 */
export function precompressed(): Plugin {
  return {
    name: 'quayside:precompressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const level = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
        const files = Object.values(bundle).filter(({ fileName }) => COMPRESSIBLE.test(fileName));
        await Promise.all(
          files.map(async (file) => {
            const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
            const emit = (extension: string, source: Buffer) =>
              this.emitFile({ type: 'asset', fileName: `${file.fileName}.${extension}`, source });
            emit('br', await promisify(brotliCompress)(bytes, level));
            emit('gz', await promisify(gzip)(bytes));
          }),
        );
      },
    },
  };
}

/**
 * Fails the build when scripts import each other in a circle: which module runs first then depends on the page that
 * was opened first, and a module that runs before those it imports fails.
 */
export function noCircularScripts(): Plugin {
  return {
    name: 'quayside:no-circular-scripts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const importsOf = (name: string) => {
        const file = bundle[name];
        return file?.type === 'chunk' ? file.imports : [];
      };
      for (const name of Object.keys(bundle)) {
        const reached = reach(importsOf(name), importsOf);
        if (reached.has(name))
          this.error(`Scripts import each other in a circle: ${[name, ...reached].join(', ')}`);
      }
    },
  };
}

/** The fact of a contract that each module gives the client. */
const CONTRACT_FACTS: ReadonlyMap<string, 'timeoutMs' | 'reads'> = new Map([
  ['virtual:call-timeouts', 'timeoutMs'],
  ['virtual:call-reads', 'reads'],
]);

/**
 * Gives the client the time-outs and the data areas that contracts state, as modules of their own: the contracts
 * themselves carry the schemas of every call, which would more than double the scripts of the sign-in page.
 */
export function contractFacts(): Plugin {
  return {
    name: 'quayside:contract-facts',
    resolveId: (id) => (CONTRACT_FACTS.has(id) ? `\0${id}` : null),
    async load(id) {
      const fact = CONTRACT_FACTS.get(id.slice(1));
      if (!fact) return null;
      const { calls } = await import('#shared/calls.ts');
      const contracts: [string, CallContract][] = Object.entries(calls);
      const facts = contracts.flatMap(([name, { [fact]: value }]) => (value ? [[name, value]] : []));
      return `export default ${JSON.stringify(Object.fromEntries(facts))};`;
    },
  };
}

const MESSAGE_MODULE = /^virtual:messages\/([a-z]+)-(sign-in|console)$/;
const SIGN_IN_STARTS = ['src/client/main.tsx', 'src/client/account/sign-in/login-page.tsx'];
const BORDER_OF_SIGN_IN = ['src/client/console.tsx'];
/** The part of the server whose errors the sign-in page shows. */
const SIGN_IN_ERRORS = 'src/server/identity';

/**
 * Gives the client its translated messages as modules, compiled as Lingui expects them: those of the sign-in page, and
 * the whole catalogue.
 */
export function messageCatalogs(): Plugin {
  let found: ReturnType<typeof readSourceMessages> | null = null;
  return {
    name: 'quayside:message-catalogs',
    buildStart() {
      found = null;
    },
    resolveId: (id) => (MESSAGE_MODULE.test(id) ? `\0${id}` : null),
    load(id) {
      const [, language, part] = MESSAGE_MODULE.exec(id.slice(1)) ?? [];
      if (language === undefined) return null;
      // Once per build, because it parses every source file.
      found ??= readSourceMessages();
      const sources = found;
      const signIn = reachedKeys(sources, SIGN_IN_STARTS, BORDER_OF_SIGN_IN);
      const errors = keysBelow(sources, SIGN_IN_ERRORS);
      const keys = part === 'sign-in' ? new Set([...signIn, ...errors]) : clientKeys(sources);
      const messages = { [language]: compileCatalog(readCatalog(language), keys) };
      const catalog = `setupI18n({ locale: '${language}', messages: ${JSON.stringify(messages)}, missing: () => '' })`;
      return `import { setupI18n } from '@lingui/core';
export default ${catalog};`;
    },
  };
}
