import type { StoreRepository, StoreSource } from '#shared/settings/calls.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import type { AltstoreSource } from '../../platform/db/tables/feeds.ts';
import { fingerprint, readSigningKey } from '../signing/key.ts';

/** The file of each AltStore source below its address. */
export const SOURCE_FILES: Readonly<Record<AltstoreSource, string>> = {
  classic: 'source.json',
  pal: 'pal.json',
};

/** `settings.getRepository`: returns the addresses of the store's repository. */
export const getRepository: Handler<'settings.getRepository'> = ({ context }) => readRepository(context);

/** Returns the addresses of the store's repository at its public URL. */
export async function readRepository(context: Context): Promise<StoreRepository> {
  const address = `${context.config.publicUrl}fdroid/repo`;
  const signer = fingerprint(await readSigningKey(context));
  const link = `${address}?fingerprint=${signer}`;
  // fdroidclient, `AndroidManifest.xml`: the schemes `fdroidrepos` for https and `fdroidrepo` for http.
  const appLink = link.replace(/^http(s?):/, 'fdroidrepo$1:');
  return { address, fingerprint: signer, link, appLink, sources: listSources(context.config.publicUrl) };
}

/** The addresses by which AltStore (Classic and PAL) and SideStore add a source: their URL schemes. */
function listSources(publicUrl: string): StoreRepository['sources'] {
  const describe = (file: string, schemes: Readonly<Record<string, string>>): StoreSource => {
    const address = `${publicUrl}altstore/${file}`;
    const links = Object.entries(schemes).map(([client, scheme]) => ({
      client,
      link: `${scheme}://source?url=${encodeURIComponent(address)}`,
    }));
    return { address, links };
  };
  return {
    classic: describe(SOURCE_FILES.classic, { AltStore: 'altstore-classic', SideStore: 'sidestore' }),
    pal: describe(SOURCE_FILES.pal, { 'AltStore PAL': 'altstore-pal' }),
  };
}
