import { picturePath, writeFastlane } from '#shared/listings/fastlane.ts';
import { requireApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { presentGraphic, readListings, readTextsAndGraphics } from './queries.ts';
import { readUnpublished } from './waiting.ts';

/** `apps.getListing`: returns an app's listing in every language, with its pictures. */
export const getListing: Handler<'apps.getListing'> = async ({ data, caller, context: { db, clock } }) => {
  const { app } = await requireApp(db, data.appId, { caller, role: 'viewer' });
  return { ...(await readListings(db, app.id)), ...(await readUnpublished(db, app, clock())) };
};

/** `apps.exportListing`: returns the listing in the fastlane layout of the app's platform. */
export const exportListing: Handler<'apps.exportListing'> = async ({ data, caller, context: { db } }) => {
  const { app } = await requireApp(db, data.appId, { caller, role: 'viewer' });
  const { listings, graphics: rows } = await readTextsAndGraphics(db, app.id);
  const graphics = rows.map(presentGraphic);
  const files = writeFastlane(app.platform, listings, app.details);
  const images = graphics
    .filter(({ isDraft }) => isDraft)
    .flatMap(({ locale, kind, position, path: from }) => {
      const extension = from.split('.').at(-1) ?? '';
      const path = picturePath(app.platform, { locale, kind, position, extension });
      return path === null ? [] : [{ path, from, kind }];
    });
  return { files, images };
};
