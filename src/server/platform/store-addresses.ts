import type { Platform } from '#shared/packages/platform.ts';

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
