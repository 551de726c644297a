import { useEffect, useMemo, useSyncExternalStore } from 'react';

/*
 * The page's address for what runs without the router: the sign-in page, and the choice between it and the console.
 * The router of the console changes the address without it, and calls `noteAddress` when it leads to the sign-in page.
 */

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function basePath(): string {
  return new URL('.', document.baseURI).pathname;
}

/** Returns the path below the base path, such as `/login`; addresses that differ in case or a slash are the same. */
export function currentPath(): string {
  const path = window.location.pathname.slice(basePath().length).replace(/\/$/, '');
  return `/${path}`;
}

/** Updates what depends on the address. */
export function noteAddress(): void {
  for (const listener of listeners) listener();
}

/** Opens a path of the product, with its search. */
export function goTo(path: string): void {
  window.history.pushState(null, '', hrefOf(path));
  noteAddress();
}

/** Returns the address of a path of the product, such as `/login`. */
export function hrefOf(path: string): string {
  return `${basePath()}${path.slice(1)}`;
}

/** Returns the path below the base path. It doesn't follow the back button by itself (see `useBackButton`). */
export function usePath(): string {
  return useSyncExternalStore(subscribe, currentPath);
}

/** Returns the search of the page's address. */
export function useSearch(): URLSearchParams {
  const search = useSyncExternalStore(subscribe, () => window.location.search);
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Follows the back button while mounted; below the router, which asks before leaving unsaved changes, it must not be. */
export function useBackButton(): void {
  useEffect(() => {
    window.addEventListener('popstate', noteAddress);
    return () => window.removeEventListener('popstate', noteAddress);
  }, []);
}

/** Replaces the page's address by another path of the product. */
export function Redirect({ to }: { to: string }): null {
  useEffect(() => {
    window.history.replaceState(null, '', hrefOf(to));
    noteAddress();
  }, [to]);
  return null;
}
