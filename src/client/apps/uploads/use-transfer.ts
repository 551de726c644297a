import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import type { Upload } from '#client/backend/upload.ts';
import { CallError, type ErrorCode } from '#shared/errors.ts';
import { type Sample, withSample } from './transfer-rate.ts';

/** Connection failures, which are temporary. */
const LOST: ReadonlySet<ErrorCode> = new Set(['unavailable', 'deadline-exceeded']);
/** Interval between retries of an interrupted upload, in milliseconds. */
const LOST_RETRY_MS = 20_000;

/** An upload in progress. */
export interface Transfer {
  readonly url: string;
  readonly file: File;
  readonly state: 'running' | 'paused' | 'failed';
  /** Samples of the last seconds; the last one has the number of uploaded bytes. */
  readonly samples: readonly Sample[];
  /** The error that ended it. */
  readonly error: unknown;
}

export interface TransferControls {
  /** The current transfer; null before it starts, and once the whole file is uploaded. */
  readonly transfer: Transfer | null;
  /** Uploads a file, or the rest of it, to a tus address. */
  start(url: string, file: File): void;
  pause(): void;
  /** Continues from the last uploaded byte. */
  resume(): void;
}

/** Stops the current upload and ignores its later events. */
function stop(current: RefObject<Upload | null>) {
  const upload = current.current;
  current.current = null;
  upload?.abort();
}

/** Uploads one file at a time and stops when the page is left; calls `onReceived` once the upload is complete. */
export function useTransfer(onReceived: () => void): TransferControls {
  const { storage } = useBackend();
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const current = useRef<Upload | null>(null);

  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      stop(current);
    };
  }, []);

  function start(url: string, file: File) {
    // The page may be left before the server has created the version.
    if (!isMounted.current) return;
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
  // Resumes by itself when the network, the device or the server comes back.
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
