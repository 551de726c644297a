import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { newId } from '#client/ui/new-id.ts';
import { CallError } from '#shared/errors.ts';
import type { GraphicKind } from '#shared/listings/graphics.ts';
import { type Finding, findingsSchema } from '#shared/packages/finding.ts';
import { checkPicture } from './check-picture.ts';
import { uploadGraphic } from './graphic-upload.ts';

/** A chosen picture that isn't uploaded yet, or was rejected. */
export interface PendingPicture {
  readonly id: string;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  /** The reason why it was rejected. */
  readonly findings: readonly Finding[];
  /** The error of the upload; null for findings. */
  readonly error: unknown;
}

export interface PicturePlace {
  readonly appId: string;
  readonly locale: string;
  readonly kind: GraphicKind;
}

/** Checks and uploads pictures for one place in a listing, one after another; rejected ones stay in `pending`. */
export function usePictureUploads(place: PicturePlace) {
  const backend = useBackend();
  const [pending, setPending] = useState<readonly PendingPicture[]>([]);

  const change = (id: string, changed: Partial<PendingPicture>) =>
    setPending((before) => before.map((one) => (one.id === id ? { ...one, ...changed } : one)));
  const dismiss = (id: string) => setPending((before) => before.filter((one) => one.id !== id));

  async function sendOne(id: string, picture: File) {
    const findings = await checkPicture(place.kind, picture);
    if (findings.some(({ severity }) => severity === 'error')) return change(id, { findings });
    try {
      await uploadGraphic(backend, {
        ...place,
        picture,
        onProgress: (progress) => change(id, { progress }),
      });
      await backend.documents.whenRefreshed();
      dismiss(id);
    } catch (error) {
      const rejections = readFindings(error);
      change(id, rejections.length > 0 ? { findings: rejections } : { error });
    }
  }

  async function send(pictures: readonly File[]) {
    const chosen = pictures.map((picture) => ({ id: newId(), picture }));
    setPending((before) => [
      ...before,
      ...chosen.map(({ id, picture: { name } }) => ({ id, name, progress: 0, findings: [], error: null })),
    ]);
    for (const { id, picture } of chosen) await sendOne(id, picture);
  }

  return { pending, send, dismiss };
}

function readFindings(error: unknown): Finding[] {
  const findings = error instanceof CallError ? error.details?.['findings'] : undefined;
  const read = findingsSchema.safeParse(findings);
  return read.success ? read.data : [];
}
