import { useEffect, useRef, useState } from 'react';
import { inspectFile } from '#client/apps/uploads/inspect-file.ts';
import { packageDenialReason } from '#client/apps/uploads/package-file.ts';
import type { Platform } from '#shared/apps/app.ts';
import type { Inspection } from '#shared/packages/inspect.ts';

/** A package for a new app. */
export interface NewPackage {
  readonly file: File;
  /** Null while the browser reads it, and when it can't. */
  readonly found: Inspection | null;
  readonly iconUrl: string | null;
  readonly isReading: boolean;
}

/** Returns the platform of a package by its name: anything but an IPA counts as an APK. */
function platformOf({ name }: File): Platform {
  return name.toLowerCase().endsWith('.ipa') ? 'ios' : 'android';
}

/** Reads a chosen package in the browser and passes its facts to `onFound`. Nothing is uploaded. */
export function useNewPackage(onFound: (found: Inspection) => void) {
  const [chosen, setChosen] = useState<NewPackage | null>(null);
  const [denialReason, setDenialReason] = useState<string | null>(null);
  const reading = useRef<AbortController | null>(null);

  useEffect(() => () => reading.current?.abort(), []);

  async function choose(file: File) {
    const reason = packageDenialReason(file, platformOf(file));
    setDenialReason(reason);
    if (reason !== null) return;
    clear();
    const { signal } = (reading.current = new AbortController());
    setChosen({ file, found: null, iconUrl: null, isReading: true });
    const found = await inspectFile({ file }, signal).catch(() => null);
    if (signal.aborted) return;
    const icon = found?.icon;
    const iconUrl = icon
      ? URL.createObjectURL(new Blob([new Uint8Array(icon.bytes)], { type: icon.type }))
      : null;
    setChosen({ file, found, iconUrl, isReading: false });
    if (found !== null) onFound(found);
  }

  function clear() {
    reading.current?.abort();
    if (chosen?.iconUrl) URL.revokeObjectURL(chosen.iconUrl);
    setChosen(null);
  }

  return { chosen, denialReason, choose, clear };
}
