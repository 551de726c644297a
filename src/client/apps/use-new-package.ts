import { useEffect, useRef, useState } from 'react';
import { inspectFile } from '#client/backend/inspect-file.ts';
import { whyNotPackage } from '#client/ui/package-file.ts';
import type { Platform } from '#shared/apps/app.ts';
import type { Inspection } from '#shared/packages/inspect.ts';

/** A package that a new app is made from. */
export interface NewPackage {
  readonly file: File;
  /** Null while the browser reads it, and when it cannot. */
  readonly found: Inspection | null;
  readonly iconUrl: string | null;
  readonly isReading: boolean;
}

/** For which platform a package is, by its name: what is no IPA is expected to be an APK. */
function platformOf({ name }: File): Platform {
  return name.toLowerCase().endsWith('.ipa') ? 'ios' : 'android';
}

/** Reads one package at a time in the browser; `onFound` gets what is in it. Nothing is sent. */
export function useNewPackage(onFound: (found: Inspection) => void) {
  const [chosen, setChosen] = useState<NewPackage | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const reading = useRef<AbortController | null>(null);

  useEffect(() => () => reading.current?.abort(), []);

  async function choose(file: File) {
    const reason = whyNotPackage(file, platformOf(file));
    setRefusal(reason);
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

  return { chosen, refusal, choose, clear };
}
