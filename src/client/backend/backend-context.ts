import { createContext, useContext } from 'react';
import type { Backend } from './backend.ts';

/** The backend of the page, provided by `main.tsx`. */
export const BackendContext = createContext<Backend | null>(null);

/** Returns the backend's services: `auth`, `documents`, `storage`, `functions`. */
export function useBackend(): Backend {
  const backend = useContext(BackendContext);
  if (backend === null) throw new Error('useBackend is used outside of BackendContext.');
  return backend;
}
