import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context as HonoContext } from 'hono';
import { compress } from 'hono/compress';
import { html, raw } from 'hono/html';
import { accentStyle } from '#shared/settings/accent.ts';
import type { LegalKind } from '#shared/settings/legal.ts';
import { type StoreSettings, storeSettingsSchema } from '#shared/settings/settings.ts';
import type { Branding } from '../platform/branding/branding.ts';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { createCliPackage } from './cli-package.ts';
import { renderWithoutScripts, STYLE_WITHOUT_SCRIPTS } from './page-without-scripts.ts';
import { readPreloads } from './screen-preloads.ts';
import { CLIENT_FILE_POLICY, pageHeaders } from './security-headers.ts';
import { respondTagged } from './tagged-response.ts';

/** The output of `npm run build`. */
const CLIENT_DIRECTORY = fileURLToPath(new URL('../../../dist/client', import.meta.url));

type PageEnv = { Variables: { secureHeadersNonce: string } };

interface PageBranding extends Branding {
  /** The address of the store's logo, or of Quayside's. */
  readonly icon: string;
}

/** What pages show of a store before their scripts run. */
interface ShownStore {
  readonly branding: Branding;
  readonly access: StoreSettings['storeAccess'];
  readonly legalTexts: readonly LegalKind[];
}

interface PageParts {
  readonly config: Pick<Config, 'basePath' | 'publicUrl'>;
  readonly readStore: () => Promise<ShownStore>;
}

/**
 * Serves the client below the base path: immutable hashed files, the pages of the developer guide, the API's reference,
 * the package of the command, and the single page for every other address. Throws `StartupError` without a build.
 */
export async function createPages({ config: { basePath, publicUrl }, readStore }: PageParts) {
  const [client, icon, command] = await Promise.all([
    readBuilt('index.html', 'utf8'),
    readBuilt('favicon.svg', 'utf8'),
    readBuilt('cli.tgz', null),
  ]);
  // Part of the page, because it would compete with what the first screen needs.
  const ownIcon = `data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}`;
  const preloadsOf = await readPreloads(join(CLIENT_DIRECTORY, 'screens.json'));
  const builtFiles = {
    root: CLIENT_DIRECTORY,
    precompressed: true,
    rewriteRequestPath: (path: string) => path.slice(basePath.length - 1),
  };
  const app = new Hono<PageEnv>();
  // Addresses in the reference begin with a slash.
  const store = publicUrl.replace(/\/$/, '');
  // Before the headers of pages, because tools and the scripts of other sites may read it.
  app.get('/openapi.json', async (c) => {
    const description = await readBuilt('openapi.json', 'utf8');
    c.header('Access-Control-Allow-Origin', '*');
    return respondTagged(c, {
      type: 'application/json',
      body: description.replaceAll('{{publicUrl}}', () => store),
    });
  });
  app.get(
    '/static/*',
    serveStatic({
      ...builtFiles,
      onFound: (_path, c) => {
        c.header('Cache-Control', 'public, max-age=31536000, immutable');
        c.header('Content-Security-Policy', CLIENT_FILE_POLICY);
        c.header('Cross-Origin-Resource-Policy', 'same-origin');
      },
    }),
    (c) => c.text('This file doesn’t exist. A newer release may have replaced it.', 404),
  );
  app.use(pageHeaders);
  const { storeName: name, tagline, accent, storeAccess } = storeSettingsSchema.parse({});
  let shown: ShownStore = {
    branding: { name, tagline, accent, logoKey: null, logoSize: null },
    access: storeAccess,
    legalTexts: [],
  };
  const serve =
    (read: () => string | Promise<string>, preloadsAt?: (path: string) => string) =>
    async (c: HonoContext<PageEnv>) => {
      const template = await read();
      // Pages don't depend on the database: while it can't be used, the store looks as it last did.
      shown = await readStore().catch(() => shown);
      c.header('Cache-Control', 'no-cache');
      const nonce = c.get('secureHeadersNonce');
      const { branding, access, legalTexts } = shown;
      const { logoKey } = branding;
      const look = { ...branding, icon: logoKey === null ? ownIcon : `./${logoKey}` };
      if (preloadsAt) c.header('Vary', 'Accept-Language', { append: true });
      const withoutScripts = preloadsAt
        ? renderWithoutScripts(
            { ...look, isPublic: access === 'public', legalTexts },
            c.req.header('Accept-Language'),
          )
        : '';
      const head = preloadsAt
        ? `<noscript><style nonce="${nonce}">${STYLE_WITHOUT_SCRIPTS}</style></noscript>${preloadsAt(c.req.path.slice(basePath.length - 1))}`
        : '';
      return c.html(
        template
          .replaceAll('{{base}}', basePath)
          .replaceAll('{{nonce}}', nonce)
          .replaceAll('{{name}}', () => String(html`${branding.name}`))
          .replaceAll('{{publicUrl}}', () => String(html`${store}`))
          .replace('<!--{{branding}}-->', () => renderBranding(look, nonce))
          .replace('<!--{{store}}-->', () => renderStore(look))
          .replace('<!--{{noscript}}-->', () => withoutScripts)
          // After the start scripts, which are needed first.
          .replace('</head>', () => `${head}</head>`),
      );
    };
  app.route('/', createCliPackage(command));
  const guide = (await readdir(join(CLIENT_DIRECTORY, 'guide'))).filter((file) => file.endsWith('.html'));
  // Large and seldom read, so they are compressed and not kept.
  for (const path of [
    'developer-guide.html',
    'api-reference.html',
    ...guide.map((file) => `guide/${file}`),
  ]) {
    app.get(
      `/${path}`,
      compress(),
      serve(() => readBuilt(path, 'utf8')),
    );
  }
  app.get(
    '/:file{[a-z0-9-]+\\.(js|svg|png|ico|webmanifest|txt)}',
    serveStatic({ ...builtFiles, onFound: (_path, c) => c.header('Cache-Control', 'no-cache') }),
  );
  app.get(
    '*',
    compress(),
    serve(() => client, preloadsOf),
  );
  return app;
}

/**
 * Returns the address, below the base path, of the typeface's file with Latin letters, for pages without the client;
 * null without a build.
 */
export async function findFont(): Promise<string | null> {
  const files = await readdir(join(CLIENT_DIRECTORY, 'static')).catch(() => []);
  const name = files.find((file) => /^inter-latin-wght-normal-.*\.woff2$/.test(file));
  return name === undefined ? null : `static/${name}`;
}

/** Returns the icon and the colours of a store for a page's head. */
function renderBranding({ accent, icon }: PageBranding, nonce: string): string {
  return String(
    html`<link rel="icon" href="${icon}"><style nonce="${nonce}">${raw(accentStyle(accent))}</style>`,
  );
}

/** Returns the logo and the name of a store for the top of a page. */
function renderStore({ name, icon }: PageBranding): string {
  return String(
    html`<p class="store"><img src="${icon}" alt="" width="32" height="32"><span>${name}</span></p>`,
  );
}

async function readBuilt(name: string, encoding: 'utf8'): Promise<string>;
async function readBuilt(name: string, encoding: null): Promise<Buffer<ArrayBuffer>>;
async function readBuilt(name: string, encoding: 'utf8' | null): Promise<string | Buffer> {
  const path = join(CLIENT_DIRECTORY, name);
  try {
    return await readFile(path, encoding);
  } catch {
    throw new StartupError(`The client isn’t built: ${path} is missing. Run npm run build, or npm start.`);
  }
}
