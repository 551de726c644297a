import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiReference } from './scripts/api-reference/plugin.ts';
import { developerGuide } from './scripts/guide/plugin.ts';
import { screenScripts } from './scripts/screen-scripts.ts';
import { scriptGroups } from './scripts/script-groups.ts';
import {
  classicScript,
  compiledOnArrival,
  contractFacts,
  messageCatalogs,
  noCircularScripts,
  pagePlaceholders,
  precompressed,
} from './scripts/vite-plugins.ts';

/** Where the development server shows the product; the product's own server chooses its base path at start. */
const DEV_BASE = '/quayside/';

/** Addresses below the base path that the product's server answers while developing. */
const SERVER_PATHS = [
  'account',
  'auth',
  'avatars',
  'catalog',
  'cli.tgz',
  'events',
  'fdroid',
  'files',
  'graphics',
  'healthz',
  'icons',
  'logos',
  'openapi.json',
  'page-start',
  'readyz',
  'robots.txt',
  'sitemap',
  'unsubscribe',
  'uploads',
  'us-central1',
];

export default defineConfig(({ command }) => {
  const server = process.env.QUAYSIDE_SERVER ?? 'http://127.0.0.1:8080';
  return {
    // Addresses in the built page are relative: its <base> element, written by the server, completes them.
    base: command === 'build' ? './' : DEV_BASE,
    plugins: [
      react(),
      contractFacts(),
      messageCatalogs(),
      classicScript(),
      apiReference(),
      developerGuide(DEV_BASE),
      pagePlaceholders(DEV_BASE),
      screenScripts(),
      noCircularScripts(),
      compiledOnArrival(),
      precompressed(),
    ],
    build: {
      outDir: 'dist/client',
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      // In KB before compression; `npm run bench scripts` watches what a screen needs.
      chunkSizeWarningLimit: 600,
      rolldownOptions: {
        // Compressing takes most of a build, which needs no warning.
        checks: { bundlerTimings: false },
        // Emotion needs it for a function that nothing uses.
        treeshake: { moduleSideEffects: [{ test: /hoist-non-react-statics/, sideEffects: false }] },
        input: [
          'index.html',
          'developer-guide.html',
          'api-reference.html',
          'src/client/push/service-worker.ts',
        ],
        output: {
          // The service worker keeps its address: it decides over all below, and browsers look there for a newer one.
          entryFileNames: ({ name }) =>
            name === 'service-worker' ? '[name].js' : 'static/js/[name]-[hash].js',
          // The bundler lists all the screens that share a script in its name.
          chunkFileNames: ({ name }) => `static/js/${name.replace(/~.*/, '')}-[hash].js`,
          codeSplitting: { groups: scriptGroups() },
          assetFileNames: ({ names }) =>
            names.some((name) => name.endsWith('.js'))
              ? 'static/js/[name]-[hash][extname]'
              : 'static/[name]-[hash][extname]',
        },
      },
    },
    worker: {
      format: 'es',
      rolldownOptions: {
        output: {
          entryFileNames: 'static/js/[name]-[hash].js',
          chunkFileNames: 'static/js/[name]-[hash].js',
        },
      },
    },
    server: {
      proxy: Object.fromEntries(SERVER_PATHS.map((path) => [`${DEV_BASE}${path}`, server])),
    },
  };
});
