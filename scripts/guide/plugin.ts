import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const TEMPLATE = 'developer-guide.html';
/** The address of the search index while developing; in a build it has a hash. */
const INDEX = 'guide/search.json';

/** Writes the pages of the developer guide and their search index; the start page's file is the template of all. */
export function developerGuide(basePath: string): Plugin {
  return {
    name: 'quayside:developer-guide',
    configureServer(server) {
      const respond = async (path: string): Promise<string | null> => {
        const { renderGuide } = await import('./site.ts');
        const { pages, index } = renderGuide(await readFile(TEMPLATE, 'utf8'), INDEX);
        const page = pages.get(path);
        if (page !== undefined) return server.transformIndexHtml(`/${path}`, page);
        return path === INDEX ? index : null;
      };
      server.middlewares.use((request, response, next) => {
        const path = (request.originalUrl ?? '').slice(basePath.length).replace(/\?.*$/, '');
        if (!/^(?:developer-guide\.html$|guide\/)/.test(path)) return next();
        respond(path).then((body) => {
          response.statusCode = body === null ? 404 : 200;
          response.end(body);
        }, next);
      });
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const template = bundle[TEMPLATE];
        if (template?.type !== 'asset') return;
        const { renderGuide } = await import('./site.ts');
        const { index } = renderGuide('', '');
        const reference = this.emitFile({ type: 'asset', name: 'guide-search.json', source: index });
        const { pages } = renderGuide(String(template.source), this.getFileName(reference));
        for (const [fileName, source] of pages) {
          if (fileName === TEMPLATE) template.source = source;
          else this.emitFile({ type: 'asset', fileName, source });
        }
      },
    },
  };
}
