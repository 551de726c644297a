import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { fingerprint, readSigningKey } from '../signing/key.ts';

/** The repository's address, without a slash at its end, as the feed states it. */
export function repositoryAddress({ publicUrl }: Config): string {
  return `${publicUrl}fdroid/repo`;
}

/** The address to add to a store client: with the fingerprint by which the client knows the repository from then on. */
export async function repositoryUrl(context: Context): Promise<string> {
  const key = await readSigningKey(context);
  return `${repositoryAddress(context.config)}?fingerprint=${fingerprint(key)}`;
}
