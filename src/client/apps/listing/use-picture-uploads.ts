import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { uploadGraphic } from '#client/backend/graphic-upload.ts';
import { newId } from '#client/ui/new-id.ts';
import { CallError } from '#shared/errors.ts';
import type { GraphicKind } from '#shared/listings/graphics.ts';
import { type Finding, findingSchema } from '#shared/packages/finding.ts';
import { checkPicture } from './check-picture.ts';

/** A chosen picture that the store does not have yet, or refuses. */
export interface PendingPicture {
  readonly id: string;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  /** Why it is not taken. */
  readonly findings: readonly Finding[];
  /** What went wrong on the way; null for findings. */
  readonly error: unknown;
}

export interface PicturePlace {
  readonly appId: string;
  readonly locale: string;
  readonly kind: GraphicKind;
}

/** Checks and sends pictures for one place of a listing, one after the other; what is refused stays in `pending`. */
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
      await backend.documents.invalidate(['apps.getListing']);
      dismiss(id);
    } catch (error) {
      const refusals = readFindings(error);
      change(id, refusals.length > 0 ? { findings: refusals } : { error });
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
  const read = findingSchema.array().safeParse(findings);
  return read.success ? read.data : [];
}
