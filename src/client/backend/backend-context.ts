import { createContext, useContext } from 'react';
import type { Backend } from './backend.ts';

/** The one backend of the page; `main.tsx` provides it. */
export const BackendContext = createContext<Backend | null>(null);

/** The backend's services: `auth`, `documents`, `storage`, `functions`. */
export function useBackend(): Backend {
  const backend = useContext(BackendContext);
  if (backend === null) throw new Error('useBackend is used outside of BackendContext.');
  return backend;
}
