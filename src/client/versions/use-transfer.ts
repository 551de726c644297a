import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import type { Upload } from '#client/backend/storage.ts';
import { CallError, type ErrorCode } from '#shared/errors.ts';
import { type Sample, withSample } from './transfer-rate.ts';

/** Failures of the way to the server, which pass by themselves. */
const LOST: ReadonlySet<ErrorCode> = new Set(['unavailable', 'deadline-exceeded']);
/** How often a lost upload is tried again, in milliseconds. */
const LOST_RETRY_MS = 20_000;

/** A file on its way to the store. */
export interface Transfer {
  readonly url: string;
  readonly file: File;
  readonly state: 'running' | 'paused' | 'failed';
  /** The last seconds' progress; the last one says how much has arrived. */
  readonly samples: readonly Sample[];
  /** Why it failed. */
  readonly error: unknown;
}

export interface TransferControls {
  /** What is under way; null before, and once the store has the whole file. */
  readonly transfer: Transfer | null;
  /** Sends a file, or the rest of it, to a tus address. */
  start(url: string, file: File): void;
  pause(): void;
  /** Goes on where the store's copy ends. */
  resume(): void;
}

/** Stops the current upload; as it is no longer the current one, what it still reports goes unheard. */
function stop(current: RefObject<Upload | null>) {
  const upload = current.current;
  current.current = null;
  upload?.abort();
}

/** Sends one file at a time and stops when the page is left; `onReceived` is called once all of it has arrived. */
export function useTransfer(onReceived: () => void): TransferControls {
  const { storage } = useBackend();
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const current = useRef<Upload | null>(null);

  useEffect(() => () => stop(current), []);

  function start(url: string, file: File) {
    stop(current);
    setTransfer((before) => ({
      url,
      file,
      state: 'running',
      samples: before?.samples.slice(-1) ?? [],
      error: null,
    }));
    const upload = storage.uploadFile({
      url,
      file,
      onProgress: (sent) => {
        if (current.current !== upload) return;
        const sample = { at: Date.now(), sent };
        setTransfer((before) => before && { ...before, samples: withSample(before.samples, sample) });
      },
    });
    current.current = upload;
    upload.promise.then(
      () => {
        if (current.current !== upload) return;
        current.current = null;
        setTransfer(null);
        onReceived();
      },
      (error: unknown) => {
        if (current.current !== upload) return;
        current.current = null;
        setTransfer((before) => before && { ...before, state: 'failed', error });
      },
    );
  }

  const isLost =
    transfer?.state === 'failed' && transfer.error instanceof CallError && LOST.has(transfer.error.code);
  const goOn = useEffectEvent(() => {
    if (transfer !== null && document.visibilityState === 'visible') start(transfer.url, transfer.file);
  });
  // Nobody has to press a button when the network, the device or the server comes back.
  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(goOn, LOST_RETRY_MS);
    window.addEventListener('online', goOn);
    document.addEventListener('visibilitychange', goOn);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', goOn);
      document.removeEventListener('visibilitychange', goOn);
    };
  }, [isLost]);

  return {
    transfer,
    start,
    pause() {
      stop(current);
      setTransfer((before) => before && { ...before, state: 'paused' });
    },
    resume() {
      if (transfer !== null) start(transfer.url, transfer.file);
    },
  };
}
