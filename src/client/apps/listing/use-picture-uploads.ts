import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { newId } from '#client/ui/new-id.ts';
import { CallError } from '#shared/errors.ts';
import { plural } from '#shared/languages/translate.ts';
import type { GraphicKind } from '#shared/listings/field-records.ts';
import { findingsSchema, type StoredFinding, someNames } from '#shared/packages/finding.ts';
import { imageFinding } from '#shared/packages/rules/image-rules.ts';
import { checkPicture } from './check-picture.ts';
import { uploadGraphic } from './graphic-upload.ts';

/** A chosen picture that isn't uploaded yet, or was rejected. */
export interface PendingPicture {
  readonly id: string;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  /** The reason why it was rejected. */
  readonly findings: readonly StoredFinding[];
  /** The error of the upload; null for findings. */
  readonly error: unknown;
}

export interface PicturePlace {
  readonly appId: string;
  readonly locale: string;
  readonly kind: GraphicKind;
}

/** Maximum pictures that are checked at once. */
const MAX_AT_ONCE = 50;

/**
 * Checks and uploads pictures for one place in a listing, one after another; rejected ones stay in `pending`. `room` is
 * how many more fit; pictures beyond it are rejected together.
 */
export function usePictureUploads(place: PicturePlace, room = Infinity) {
  const backend = useBackend();
  const [pending, setPending] = useState<readonly PendingPicture[]>([]);

  const change = (id: string, changed: Partial<PendingPicture>) =>
    setPending((before) => before.map((one) => (one.id === id ? { ...one, ...changed } : one)));
  const dismiss = (id: string) => setPending((before) => before.filter((one) => one.id !== id));

  async function sendOne(id: string, picture: File) {
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
    const chosen = pictures.slice(0, MAX_AT_ONCE).map((picture) => ({ id: newId(), picture }));
    setPending((before) => [...before, ...chosen.map(({ id, picture }) => pendingPicture(id, picture.name))]);
    const beyond: File[] = pictures.slice(MAX_AT_ONCE);
    let left = room;
    for (const { id, picture } of chosen) {
      const findings = await checkPicture(place.kind, picture);
      if (findings.some(({ severity }) => severity === 'error')) {
        change(id, { findings });
      } else if (left <= 0) {
        beyond.push(picture);
        dismiss(id);
      } else {
        left -= 1;
        await sendOne(id, picture);
      }
    }
    if (beyond.length === 0) return;
    const name =
      beyond.length === 1
        ? (beyond[0]?.name ?? '')
        : plural(beyond.length, { one: '# image', other: '# images' });
    setPending((before) => [
      ...before,
      {
        ...pendingPicture(newId(), name),
        findings: [
          imageFinding(
            'graphic-count',
            someNames(
              beyond.map((file) => file.name),
              MAX_NAMES,
            ),
          ),
        ],
      },
    ]);
  }

  return { pending, send, dismiss };
}

function pendingPicture(id: string, name: string): PendingPicture {
  return { id, name, progress: 0, findings: [], error: null };
}

/** Maximum file names in a finding. */
const MAX_NAMES = 3;

function readFindings(error: unknown): StoredFinding[] {
  const findings = error instanceof CallError ? error.details?.['findings'] : undefined;
  const read = findingsSchema.safeParse(findings);
  return read.success ? read.data : [];
}
