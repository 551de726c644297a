import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { t } from '#shared/languages/translate.ts';
import type { SkippedFile } from '#shared/listings/fastlane.ts';
import { uploadGraphic } from './graphic-upload.ts';
import type { ImportPlan } from './import-plan.ts';

type ImportState =
  | { readonly phase: 'planned' }
  | { readonly phase: 'running'; readonly doing: string; readonly share: number }
  | { readonly phase: 'failed'; readonly error: unknown }
  /** The rejected pictures and the texts that weren't kept, with reasons. */
  | {
      readonly phase: 'done';
      readonly rejected: readonly SkippedFile[];
      readonly dropped: readonly SkippedFile[];
    };

/** Runs an import: the texts first, then one picture after another. It is safe to repeat. */
export function useImport(appId: string, { files, images }: ImportPlan) {
  const backend = useBackend();
  const [state, setState] = useState<ImportState>({ phase: 'planned' });

  async function apply() {
    setState({ phase: 'running', doing: t`Importing texts`, share: 0 });
    const dropped: SkippedFile[] = [];
    try {
      if (Object.keys(files).length > 0)
        dropped.push(...(await backend.functions.call('apps.importListing', { appId, files })).skipped);
    } catch (error) {
      setState({ phase: 'failed', error });
      return;
    }
    const rejected: SkippedFile[] = [];
    for (const [index, { path, locale, kind, file }] of images.entries()) {
      const show = (share: number) =>
        setState({ phase: 'running', doing: t`Uploading ${path}`, share: (index + share) / images.length });
      show(0);
      try {
        await uploadGraphic(backend, { appId, locale, kind, picture: file, onProgress: show });
      } catch (error) {
        rejected.push({ path, reason: error instanceof Error ? error.message : t`Couldn’t import it.` });
      }
    }
    await backend.documents.whenRefreshed();
    setState({ phase: 'done', rejected, dropped });
  }

  return { state, apply };
}
