// Written when the client is built: see `messageCatalogs` in `scripts/vite-plugins.ts`.

/** The German messages of the sign-in page. */
declare module 'virtual:messages/de-sign-in' {
  import type { Catalog } from '#shared/languages/translate.ts';

  const catalog: Catalog;
  export default catalog;
}

/** All German messages. */
declare module 'virtual:messages/de-console' {
  import type { Catalog } from '#shared/languages/translate.ts';

  const catalog: Catalog;
  export default catalog;
}
