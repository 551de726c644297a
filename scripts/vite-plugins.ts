import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COLOR_SCHEME_SCRIPT = 'src/client/shell/color-scheme.js';
const COMPRESSIBLE = /\.(?:js|css|html|svg)$/;

/**
 * Puts the classic script that sets the colour scheme beside the other scripts, with a hash in its name like them:
 * Vite itself carries only modules over.
 */
export function classicScript(): Plugin {
  let reference = '';
  return {
    name: 'quayside:classic-script',
    apply: 'build',
    async buildStart() {
      const source = await readFile(COLOR_SCHEME_SCRIPT, 'utf8');
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

/** While developing, stands in for the server, which writes these into the page. */
export function pagePlaceholders(basePath: string): Plugin {
  return {
    name: 'quayside:page-placeholders',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (page) => page.replaceAll('{{base}}', basePath).replaceAll('{{nonce}}', ''),
    },
  };
}

/** Writes each text file compressed as well, so that the server never compresses the same bytes twice. */
export function precompressed(): Plugin {
  return {
    name: 'quayside:precompressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
        for (const file of Object.values(bundle)) {
          if (!COMPRESSIBLE.test(file.fileName)) continue;
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          const emit = (extension: string, source: Buffer) =>
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.${extension}`, source });
          emit('br', await promisify(brotliCompress)(bytes, level));
          emit('gz', await promisify(gzip)(bytes));
        }
      },
    },
  };
}
