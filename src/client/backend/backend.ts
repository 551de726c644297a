import { type Auth, createAuth } from './auth.ts';
import { createDocuments, type Documents } from './documents.ts';
import { createFunctions, type Functions } from './functions.ts';
import type { BackendSettings } from './settings.ts';
import { createStorage, type Storage } from './storage.ts';

export interface Backend {
  readonly settings: BackendSettings;
  readonly auth: Auth;
  readonly documents: Documents;
  readonly storage: Storage;
  readonly functions: Functions;
}

/**
 * Initialises the backend app and its four services, and logs the set-up (project id, auth domain and the fixed label
 * 'production'; specification section 1).
 */
export function initializeBackend(settings: BackendSettings): Backend {
  console.info('Backend', {
    projectId: settings.projectId,
    authDomain: settings.authDomain,
    environment: 'production',
  });
  const auth = createAuth(settings.baseUrl, (changes, body) => documents.refreshAfterResponse(changes, body));
  const functions = createFunctions(auth);
  const documents = createDocuments(functions);
  return {
    settings,
    auth,
    documents,
    storage: createStorage({ baseUrl: settings.baseUrl, auth }),
    functions,
  };
}
