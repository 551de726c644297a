import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { backendOf, failureOf, renderWithBackend } from '#test/support/render-component.tsx';
import { useNewPackage } from './use-new-package.ts';

const ICON = { bytes: new Uint8Array([1]), type: 'image/png' };

/** Finds an icon in every package. */
class IconFindingWorker extends EventTarget {
  postMessage(): void {
    queueMicrotask(() =>
      this.dispatchEvent(new MessageEvent('message', { data: { findings: [], icon: ICON } })),
    );
  }
  terminate(): void {}
}

function Choosing() {
  const { chosen, choose, clear } = useNewPackage(() => undefined);
  return (
    <>
      <button type="button" onClick={() => void choose(new File(['PK'], 'app.apk'))}>
        Choose
      </button>
      <button type="button" onClick={clear}>
        Clear
      </button>
      <output>{chosen?.iconUrl}</output>
    </>
  );
}

/** Chooses a package; returns how often the URL of its icon was revoked. */
async function chooseWithIcon() {
  vi.stubGlobal('Worker', IconFindingWorker);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:icon');
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const shown = renderWithBackend(
    <Choosing />,
    backendOf(() => failureOf(404, 'NOT_FOUND')),
  );
  await shown.user.click(screen.getByRole('button', { name: 'Choose' }));
  await screen.findByText('blob:icon');
  expect(revoke).not.toHaveBeenCalled();
  return { ...shown, revoke };
}

test('revokes the icon’s URL when the page is left', async () => {
  const { unmount, revoke } = await chooseWithIcon();
  unmount();
  expect(revoke.mock.calls).toEqual([['blob:icon']]);
});

test('revokes the icon’s URL when the package is removed', async () => {
  const { user, unmount, revoke } = await chooseWithIcon();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(revoke.mock.calls).toEqual([['blob:icon']]);
  unmount();
  expect(revoke).toHaveBeenCalledTimes(1);
});
