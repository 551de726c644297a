import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { useBackend } from './backend/backend-context.ts';
import { currentPath } from './components/address/address.ts';
import { createRouter, loadScreen } from './routes.tsx';
import { PathLinkContext } from './shell/router-link.tsx';

/** Shows every screen but the sign-in page. */
export function Console() {
  const { settings } = useBackend();
  const [router] = useState(() => {
    loadScreen(currentPath());
    return createRouter(new URL(settings.baseUrl).pathname);
  });
  useEffect(() => () => router.dispose(), [router]);
  return (
    <PathLinkContext value={Link}>
      <RouterProvider router={router} />
    </PathLinkContext>
  );
}

/** Starts loading the screen of an address below the base path, with its search. */
export function prepareScreen(address: string): void {
  loadScreen(address.replace(/[?#].*/, ''));
}
