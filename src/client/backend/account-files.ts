import type { User } from '#shared/users/calls.ts';
import type { Backend } from './backend.ts';
import { readResult } from './functions.ts';

/** A square in pixels of the picture as people see it, turned upright. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

async function send({ auth, settings }: Backend, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(new URL(path, settings.baseUrl), {
    ...init,
    headers: { Authorization: `Bearer ${await auth.getToken()}` },
    credentials: 'omit',
  });
}

/** Makes a picture's square the person's avatar and gives their record; throws a CallError as calls do. */
export async function uploadAvatar(backend: Backend, picture: Blob, crop: Crop): Promise<User> {
  const search = new URLSearchParams(Object.entries(crop).map(([name, value]) => [name, String(value)]));
  const answer = await send(backend, `avatars?${search}`, { method: 'POST', body: picture });
  return ((await readResult(answer)) as { user: User }).user;
}

/** Everything that the store keeps about the person, as a JSON file with its name. */
export async function exportAccount(backend: Backend): Promise<File> {
  const answer = await send(backend, 'account/export');
  if (!answer.ok) await readResult(answer);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
  return new File([await answer.blob()], name ?? 'account.json', { type: 'application/json' });
}
