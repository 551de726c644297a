import type { Platform } from '#shared/packages/platform.ts';
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

/** The platform and the ID by which the store shows an app. */
interface ShownApp {
  readonly platform: Platform;
  readonly applicationId: string;
}

/** Returns the addresses of what the store shows; `publicUrl` ends with a slash. */
export function addressesOf(publicUrl: string) {
  const store = `${publicUrl}fdroid/repo/`;
  return {
    store,
    file: (path: string) => `${store}${path}`,
    page: ({ platform, applicationId }: ShownApp) => `${store}${pageQuery({ platform, applicationId })}`,
    bundle: ({ platform, applicationId }: ShownApp, sha256: string) =>
      `${publicUrl}catalog/v1/apps/${platform}/${encodeURIComponent(applicationId)}/provenance/${sha256}`,
    feed: `${publicUrl}catalog/v1/releases.atom`,
    appFeed: ({ platform, applicationId }: ShownApp) =>
      `${publicUrl}catalog/v1/apps/${platform}/${encodeURIComponent(applicationId)}/releases.atom`,
  };
}

/** Returns the query of an app's page, below the store's page. */
export function pageQuery({ platform, applicationId }: ShownApp): string {
  return `?app=${encodeURIComponent(applicationId)}${platform === 'ios' ? '&platform=ios' : ''}`;
}
