import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { CallInput } from '#shared/calls.ts';
import { backendOf, renderWithBackend, resultOf } from '#test/support/render-component.tsx';
import { useNotificationTarget } from './use-notification-target.ts';

/** More apps than a page of the list can have. */
const OWN_APPS = Array.from({ length: 150 }, (_, at) => `own-${at}`);

function Target({ appId }: { appId: string }) {
  const findTarget = useNotificationTarget('developer');
  const [target, setTarget] = useState<string | null>();
  const open = async () => setTarget(await findTarget({ type: 'app_update', data: { appId } }));
  return (
    <button type="button" onClick={() => void open()}>
      {target === undefined ? 'Open' : `Leads to ${target ?? 'nothing'}`}
    </button>
  );
}

async function targetOf(appId: string): Promise<string | null> {
  const backend = backendOf(({ path, input }) => {
    expect(path).toMatch(/apps\.list$/);
    const { scope, appId: only, limit = 50 } = input as CallInput<'apps.list'>;
    expect(scope).toBe('mine');
    const ids = OWN_APPS.filter((id) => only === undefined || id === only).slice(0, limit);
    return resultOf({ apps: ids.map((id) => ({ id })), nextCursor: null });
  });
  const { user, unmount } = renderWithBackend(<Target appId={appId} />, backend);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const { textContent } = await screen.findByRole('button', { name: /^Leads to/ });
  unmount();
  return textContent;
}

test('an update of any of the user’s apps leads to it, and one of another app to nothing', async () => {
  expect(await targetOf('own-0')).toBe('Leads to /dashboard/apps/own-0');
  expect(await targetOf('own-149')).toBe('Leads to /dashboard/apps/own-149');
  expect(await targetOf('of-others')).toBe('Leads to nothing');
});
