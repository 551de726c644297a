import type { Plugin } from 'vite';

const PAGE = /\/api-reference\.html$/;

/** Writes the API's reference, which is derived from the contracts: `openapi.json`, and the page for people. */
export function apiReference(): Plugin {
  return {
    name: 'quayside:api-reference',
    transformIndexHtml: {
      order: 'pre',
      handler: async (page, { path }) => {
        if (!PAGE.test(path)) return page;
        const { renderReference } = await import('./page.ts');
        return page.replace('<!--{{reference}}-->', renderReference);
      },
    },
    async generateBundle() {
      const { describeApi } = await import('./document.ts');
      this.emitFile({ type: 'asset', fileName: 'openapi.json', source: JSON.stringify(describeApi()) });
    },
  };
}
