import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { uploadGraphic } from '#client/backend/graphic-upload.ts';
import type { SkippedFile } from '#shared/listings/fastlane.ts';
import type { ImportPlan } from './import-plan.ts';

type ImportState =
  | { readonly phase: 'planned' }
  | { readonly phase: 'running'; readonly doing: string; readonly share: number }
  | { readonly phase: 'failed'; readonly error: unknown }
  /** The pictures that the store did not take, and why. */
  | { readonly phase: 'done'; readonly refused: readonly SkippedFile[] };

/** Carries an import out: the texts at once, then one picture after the other. Doing it again does no harm. */
export function useImport(appId: string, { files, images }: ImportPlan) {
  const backend = useBackend();
  const [state, setState] = useState<ImportState>({ phase: 'planned' });

  async function apply() {
    setState({ phase: 'running', doing: 'Taking over the texts', share: 0 });
    try {
      if (Object.keys(files).length > 0) await backend.functions.call('apps.importListing', { appId, files });
    } catch (error) {
      setState({ phase: 'failed', error });
      return;
    }
    const refused: SkippedFile[] = [];
    for (const [index, { path, locale, kind, file }] of images.entries()) {
      const show = (share: number) =>
        setState({ phase: 'running', doing: `Sending ${path}`, share: (index + share) / images.length });
      show(0);
      try {
        await uploadGraphic(backend, { appId, locale, kind, picture: file, onProgress: show });
      } catch (error) {
        refused.push({ path, why: error instanceof Error ? error.message : 'It was not taken.' });
      }
    }
    await backend.documents.invalidate(['apps.getListing', 'apps.get']);
    setState({ phase: 'done', refused });
  }

  return { state, apply };
}
