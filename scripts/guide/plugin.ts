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
      server.middlewares.use(async (request, response, next) => {
        const path = (request.originalUrl ?? '').slice(basePath.length).replace(/\?.*$/, '');
        if (!/^(?:developer-guide\.html$|guide\/)/.test(path)) return next();
        const { renderGuide } = await import('./site.ts');
        const site = renderGuide(await readFile(TEMPLATE, 'utf8'), INDEX);
        const page = site.pages.get(path);
        if (page !== undefined) {
          response.setHeader('Content-Type', 'text/html');
          response.end(await server.transformIndexHtml(`/${path}`, page));
        } else if (path === INDEX) response.end(site.index);
        else next();
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
