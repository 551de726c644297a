import type { feedApps } from '../../platform/db/tables/feeds.ts';
import { DEFAULT_LOCALE, graphicPath, type IconFile, iconPath } from '../public/pictures.ts';
import type { PublishedApp } from './index.ts';

type Listed = Pick<typeof feedApps.$inferSelect, 'listed' | 'listedAt' | 'listedVersionId'>;

/** The columns of an app that the store's page does not list. */
export const NOT_LISTED: Listed = { listed: null, listedAt: null, listedVersionId: null };

/** Returns what the store lists of an Android app: its newest version that is not only for beta testers. */
export function listApp(app: PublishedApp): Listed {
  const version = app.versions.find(({ isBeta }) => !isBeta);
  if (!version) return NOT_LISTED;
  return {
    listed: {
      name: app.name,
      summary: app.summary,
      authorName: app.authorName,
      locale: app.listing?.details.defaultLocale ?? DEFAULT_LOCALE,
      icon: findIconPath(app, version.icon),
      versionName: version.package.versionName,
    },
    listedAt: version.publishedAt,
    listedVersionId: version.versionId,
  };
}

/** Returns the path of an app's icon: the listing's in the app's default language, otherwise the one in the package. */
export function findIconPath(
  { applicationId, listing }: Pick<PublishedApp, 'applicationId' | 'listing'>,
  icon: Pick<IconFile, 'sha256' | 'extension'> | null,
): string | null {
  const icons = listing?.graphics.filter(({ kind }) => kind === 'icon') ?? [];
  const own = icons.find(({ locale }) => locale === listing?.details.defaultLocale) ?? icons[0];
  if (own) return graphicPath(applicationId, own);
  return icon && iconPath({ applicationId, ...icon });
}
