import type { StoreRepository } from '#shared/settings/calls.ts';
import type { Handler } from '../identity/handler.ts';
import type { Context } from '../platform/context.ts';
import { fingerprint, readSigningKey } from './signing/key.ts';

/** `settings.getRepository`: returns the addresses of the store's repository. */
export const getRepository: Handler<'settings.getRepository'> = ({ context }) => readRepository(context);

/** Returns the addresses of the store's repository at its public URL. */
export async function readRepository(context: Context): Promise<StoreRepository> {
  const address = `${context.config.publicUrl}fdroid/repo`;
  const signer = fingerprint(await readSigningKey(context));
  const link = `${address}?fingerprint=${signer}`;
  // fdroidclient, `AndroidManifest.xml`: the schemes `fdroidrepos` for https and `fdroidrepo` for http.
  const appLink = link.replace(/^http(s?):/, 'fdroidrepo$1:');
  return { address, fingerprint: signer, link, appLink };
}
