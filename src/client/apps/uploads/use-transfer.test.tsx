import { act, render, screen } from '@testing-library/react';
import { createRef, useImperativeHandle, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Backend } from '#client/backend/backend.ts';
import { BackendContext } from '#client/backend/backend-context.ts';
import type { Upload, UploadRequest } from '#client/backend/upload.ts';
import { CallError } from '#shared/errors.ts';
import { TransferPanel } from './transfer-panel.tsx';
import { useTransfer } from './use-transfer.ts';

const FILE = new File([new Uint8Array(1_000_000)], 'app.apk');

interface TestUpload extends UploadRequest {
  readonly abort: () => void;
  readonly finish: () => void;
  readonly fail: (error: Error) => void;
}

/** Everything that was uploaded, in order. */
let uploads: TestUpload[];
const controls = createRef<{ readonly begin: () => void }>();

function uploadFile(request: UploadRequest): Upload {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = vi.fn<() => void>();
  uploads.push({ ...request, abort, finish: resolve, fail: reject });
  return { promise, abort };
}

function Uploading() {
  const [isReceived, setReceived] = useState(false);
  const { transfer, start, pause, resume } = useTransfer(() => setReceived(true));
  useImperativeHandle(controls, () => ({ begin: () => start('/uploads/1', FILE) }));
  if (transfer === null) return <p>{isReceived ? 'Received' : 'Nothing yet'}</p>;
  return <TransferPanel transfer={transfer} onPause={pause} onResume={resume} onCancel={() => undefined} />;
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  uploads = [];
});

function showUpload() {
  const backend = { storage: { uploadFile } } as unknown as Backend;
  const shown = render(
    <BackendContext value={backend}>
      <Uploading />
    </BackendContext>,
  );
  act(() => controls.current?.begin());
  return shown;
}

const latest = () => uploads.at(-1) as TestUpload;
const press = (name: string) => act(() => screen.getByRole('button', { name }).click());

async function send(...steps: readonly (readonly [at: number, sent: number])[]) {
  for (const [at, sent] of steps) {
    vi.setSystemTime(at);
    await act(async () => latest().onProgress(sent, FILE.size));
  }
}

async function loseConnection() {
  await act(async () => latest().fail(new CallError('unavailable', 'The connection was lost.')));
}

function setVisibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

test('shows the progress, and the speed and the time left once they are known', async () => {
  showUpload();
  await send([0, 0], [500, 100_000]);
  expect(screen.getByText('100 kB of 1.0 MB')).toBeDefined();
  await send([2_000, 400_000]);
  expect(screen.getByText('400 kB of 1.0 MB · 200 kB/s · 3 s left')).toBeDefined();
});

test('a paused upload keeps its progress, shows no speed and goes on from there', async () => {
  showUpload();
  await send([0, 0], [2_000, 400_000]);
  press('Pause');
  expect(latest().abort).toHaveBeenCalledTimes(1);
  expect(screen.getByText('400 kB of 1.0 MB')).toBeDefined();
  press('Resume');
  expect(uploads).toHaveLength(2);
  expect(screen.getByText('400 kB of 1.0 MB')).toBeDefined();
});

test('what a stopped upload still reports changes nothing', async () => {
  showUpload();
  await send([0, 300_000]);
  press('Pause');
  await act(async () => {
    latest().onProgress(900_000, FILE.size);
    latest().fail(new CallError('cancelled', 'The upload was stopped.'));
  });
  expect(screen.getByText('300 kB of 1.0 MB')).toBeDefined();
  expect(screen.queryByText('The upload was stopped.')).toBeNull();
});

test('a rejected upload says why, and is sent again only by its button', async () => {
  showUpload();
  await act(async () => latest().fail(new CallError('resource-exhausted', 'The disk is full.')));
  expect(screen.getByRole('alert').textContent).toMatch(/The disk is full\./);
  act(() => vi.advanceTimersByTime(120_000));
  expect(uploads).toHaveLength(1);
  press('Try again');
  expect(uploads).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an upload that lost its connection goes on by itself until it succeeds', async () => {
  showUpload();
  await loseConnection();
  for (const attempts of [2, 3]) {
    act(() => vi.advanceTimersByTime(20_000));
    expect(uploads).toHaveLength(attempts);
    await loseConnection();
  }
  act(() => vi.advanceTimersByTime(20_000));
  await act(async () => latest().finish());
  expect(screen.getByText('Received')).toBeDefined();
  act(() => vi.advanceTimersByTime(120_000));
  expect(uploads).toHaveLength(4);
});

test('goes on when the network is back, without waiting', async () => {
  showUpload();
  await loseConnection();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(uploads).toHaveLength(2);
});

test('a hidden page waits until it is shown', async () => {
  showUpload();
  setVisibility('hidden');
  await loseConnection();
  act(() => vi.advanceTimersByTime(120_000));
  expect(uploads).toHaveLength(1);
  setVisibility('visible');
  expect(uploads).toHaveLength(2);
});

test('leaving the page stops the upload and its retries', async () => {
  const { unmount } = showUpload();
  unmount();
  expect(latest().abort).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(120_000);
  expect(uploads).toHaveLength(1);
});

test('an upload does not start after the page was left', () => {
  const { unmount } = showUpload();
  const late = controls.current;
  unmount();
  late?.begin();
  expect(uploads).toHaveLength(1);
});
