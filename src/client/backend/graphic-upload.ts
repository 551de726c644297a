import { CallError } from '#shared/errors.ts';
import type { Graphic, GraphicKind } from '#shared/listings/graphics.ts';
import type { Backend } from './backend.ts';
import { readResult } from './functions.ts';

export interface GraphicUpload {
  readonly appId: string;
  readonly locale: string;
  readonly kind: GraphicKind;
  readonly picture: Blob;
  /** From 0 to 1, of the picture's bytes that were sent. */
  readonly onProgress: (share: number) => void;
}

/** Adds a picture to a listing and gives it as the store keeps it; throws a CallError as calls do. */
export async function uploadGraphic(
  { auth, settings }: Backend,
  { appId, locale, kind, picture, onProgress }: GraphicUpload,
): Promise<Graphic> {
  const path = ['graphics', appId, locale, kind].map(encodeURIComponent).join('/');
  const answer = await send(new URL(path, settings.baseUrl), {
    token: await auth.getToken(),
    picture,
    onProgress,
  });
  return ((await readResult(answer)) as { graphic: Graphic }).graphic;
}

/** One POST by the older interface, as `fetch` says nothing about what was sent so far. */
function send(
  address: URL,
  { token, picture, onProgress }: Pick<GraphicUpload, 'picture' | 'onProgress'> & { token: string | null },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      const requestId = request.getResponseHeader('X-Request-Id');
      resolve(
        new Response(request.responseText, {
          status: request.status,
          ...(requestId !== null && { headers: { 'X-Request-Id': requestId } }),
        }),
      );
    });
    request.addEventListener('error', () =>
      reject(new CallError('unavailable', 'The connection was lost while the picture was sent.')),
    );
    request.send(picture);
  });
}
