import { useEffect, useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { inspectFile } from './inspect-file.ts';
import type { FileInspection } from './inspection-worker.ts';

/** The state of the browser's inspection of a file. */
export type Preflight =
  | { readonly state: 'checking' }
  | { readonly state: 'checked'; readonly found: FileInspection; readonly iconUrl: string | null }
  /** The browser can't inspect it; the server does so after the upload in any case. */
  | { readonly state: 'failed' };

/** Inspects a file as the server does after its upload, against the requirements of the app's next version. */
export function usePreflight(appId: string, file: File): Preflight {
  const { functions } = useBackend();
  const [preflight, setPreflight] = useState<Preflight>({ state: 'checking' });

  useEffect(() => {
    const left = new AbortController();
    let iconUrl: string | null = null;
    functions
      .call('apps.getRequirements', { appId }, { signal: left.signal })
      .then(({ requirements }) => inspectFile({ file, requirements }, left.signal))
      .then(
        (found) => {
          if (left.signal.aborted) return;
          const { icon } = found;
          if (icon)
            iconUrl = URL.createObjectURL(new Blob([new Uint8Array(icon.bytes)], { type: icon.type }));
          setPreflight({ state: 'checked', found, iconUrl });
        },
        () => {
          if (!left.signal.aborted) setPreflight({ state: 'failed' });
        },
      );
    return () => {
      left.abort();
      if (iconUrl !== null) URL.revokeObjectURL(iconUrl);
    };
  }, [functions, appId, file]);

  return preflight;
}
