import { useMutation } from '@tanstack/react-query';
import type { Auth } from './auth.ts';
import { useBackend } from './backend-context.ts';
import { noResponse, readResult } from './functions.ts';

/** Downloads a file that only the user may read, as `mutate(path)` with a path below the base path. */
export function useDownload() {
  const { auth } = useBackend();
  return useMutation({ mutationFn: (path: string) => download(auth, path), onSuccess: save });
}

async function download(auth: Auth, path: string): Promise<File> {
  const response = await auth.fetch(path).catch((error: unknown) => {
    throw noResponse(error);
  });
  if (!response.ok) await readResult(response);
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  const body = await response.blob().catch((error: unknown) => {
    throw noResponse(error);
  });
  return new File([body], name ?? 'download', { type: body.type });
}

/** Has the browser save a file under its name. */
function save(file: File) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}
