import type { Backend } from '#client/backend/backend.ts';
import { requestResult } from '#client/backend/functions.ts';
import { sendWithProgress } from '#client/backend/send-with-progress.ts';
import type { GraphicKind } from '#shared/listings/field-records.ts';
import type { Graphic } from '#shared/listings/graphics.ts';

export interface GraphicUpload {
  readonly appId: string;
  readonly locale: string;
  readonly kind: GraphicKind;
  readonly picture: Blob;
  /** The share of bytes sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Uploads a picture to a listing and returns the stored graphic. Throws a CallError as calls do. */
export async function uploadGraphic(
  { auth }: Backend,
  { appId, locale, kind, picture, onProgress }: GraphicUpload,
): Promise<Graphic> {
  const path = ['graphics', appId, locale, kind].map(encodeURIComponent).join('/');
  const send = sendWithProgress((sent, total) => onProgress(sent / total));
  const result = await requestResult(auth.fetch(path, { method: 'POST', body: picture }, send));
  return (result as { graphic: Graphic }).graphic;
}
