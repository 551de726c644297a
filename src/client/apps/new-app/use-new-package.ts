import { useEffect, useRef, useState } from 'react';
import { inspectFile } from '#client/apps/uploads/inspect-file.ts';
import type { FileInspection } from '#client/apps/uploads/inspection-worker.ts';
import { packageDenialReason } from '#client/apps/uploads/package-file.ts';
import type { Backend } from '#client/backend/backend.ts';
import { useBackend } from '#client/backend/backend-context.ts';
import type { Inspection } from '#shared/packages/inspect.ts';
import type { Platform } from '#shared/packages/platform.ts';
import { sizeDenialReason, uploadQuotaDenialReason } from '#shared/versions/upload.ts';

/** A package for a new app. */
export interface NewPackage {
  readonly file: File;
  /** Null while the browser reads it, and when it can't. */
  readonly found: FileInspection | null;
  /** The reason why the store would not accept the upload; null when it would. */
  readonly uploadDenialReason: string | null;
  readonly iconUrl: string | null;
  readonly isReading: boolean;
}

/** Returns the platform of a package by its name: anything but an IPA counts as an APK. */
function platformOf({ name }: File): Platform {
  return name.toLowerCase().endsWith('.ipa') ? 'ios' : 'android';
}

/** Returns true when the package is read, and neither its findings nor the store prevent its upload. */
export function canUpload({ found, uploadDenialReason, isReading }: NewPackage): boolean {
  const hasErrors = found?.findings.some(({ severity }) => severity === 'error') ?? false;
  return !isReading && !hasErrors && uploadDenialReason === null;
}

/**
 * Reads a chosen package in the browser as the server does after its upload, and passes its facts to `onFound`. Nothing
 * is uploaded.
 */
export function useNewPackage(onFound: (found: Inspection) => void) {
  const [chosen, setChosen] = useState<NewPackage | null>(null);
  const [denialReason, setDenialReason] = useState<string | null>(null);
  const backend = useBackend();
  const reading = useRef<AbortController | null>(null);

  const iconUrl = chosen?.iconUrl ?? null;

  useEffect(() => () => reading.current?.abort(), []);

  useEffect(() => {
    if (iconUrl !== null) return () => URL.revokeObjectURL(iconUrl);
  }, [iconUrl]);

  async function choose(file: File) {
    const reason = packageDenialReason(file, platformOf(file));
    setDenialReason(reason);
    if (reason !== null) return;
    clear();
    const { signal } = (reading.current = new AbortController());
    setChosen({ file, found: null, iconUrl: null, uploadDenialReason: null, isReading: true });
    const { found, uploadDenialReason } = await checkPackage(backend, file, signal);
    if (signal.aborted) return;
    const icon = found?.icon;
    setChosen({
      file,
      found,
      iconUrl: icon ? URL.createObjectURL(new Blob([new Uint8Array(icon.bytes)], { type: icon.type })) : null,
      uploadDenialReason,
      isReading: false,
    });
    if (found !== null) onFound(found);
  }

  function clear() {
    reading.current?.abort();
    setChosen(null);
  }

  return { chosen, denialReason, choose, clear };
}

/** Inspects a package against the store's rules, and its size against the store's limit and the user's quotas. */
async function checkPackage(
  { functions }: Pick<Backend, 'functions'>,
  file: File,
  signal: AbortSignal,
): Promise<Pick<NewPackage, 'found' | 'uploadDenialReason'>> {
  try {
    const [{ settings }, { usage }] = await Promise.all([
      functions.call('settings.get', {}, { signal }),
      functions.call('account.usage', {}, { signal }),
    ]);
    const requirements = { minTargetSdk: settings.minTargetSdk, modes: settings.rules };
    return {
      found: await inspectFile({ file, requirements }, signal).catch(() => null),
      uploadDenialReason:
        sizeDenialReason(file.size, settings.limits.packageMegabytes) ??
        uploadQuotaDenialReason(file.size, usage),
    };
  } catch {
    // Without the store's rules the server checks alone, after the upload.
    return { found: await inspectFile({ file }, signal).catch(() => null), uploadDenialReason: null };
  }
}
