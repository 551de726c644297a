import { CHROMIUM_ARGUMENTS, ensureChromium } from '../../scripts/chromium.ts';

/** Options for tests of what a store sends to a receiver of theirs. Files that use them take turns on one server. */
export const OUTGOING_STORE = {
  storeOptions: { basePath: '/outgoing/', allowPrivateAddresses: true },
  // Permissions, service workers and push subscriptions are those of one test.
  reuseContext: false,
  // The headless shell knows no push messages.
  launchOptions: { executablePath: ensureChromium(), args: CHROMIUM_ARGUMENTS },
};
