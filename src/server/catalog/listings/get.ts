import { writeFastlane } from '#shared/listings/fastlane.ts';
import { findApp, requireApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { presentGraphic, readListings, readTextsAndGraphics } from './queries.ts';
import { readUnpublished } from './waiting.ts';

/** `apps.getListing`: returns an app's listing in every language, with its pictures. */
export const getListing: Handler<'apps.getListing'> = async ({ data, caller, context: { db, clock } }) => {
  const { app } = await requireApp(db, data.appId, { caller, role: 'viewer' });
  return { ...(await readListings(db, app.id)), ...(await readUnpublished(db, app, clock())) };
};

/** `apps.exportListing`: returns the listing in the fastlane layout. */
export const exportListing: Handler<'apps.exportListing'> = async ({ data, caller, context: { db } }) => {
  const app = await findApp(db, data.appId, caller);
  const { listings, graphics: rows } = await readTextsAndGraphics(db, app.id);
  const graphics = rows.map(presentGraphic);
  const files = Object.assign(
    {},
    ...listings.map(({ locale, texts, changelogs }) => writeFastlane(locale, texts, changelogs)),
  );
  const images = graphics
    .filter(({ isDraft }) => isDraft)
    .map(({ locale, kind, position, path }) => {
      const extension = path.split('.').at(-1);
      const name = kind.endsWith('Screenshots') ? `${kind}/${position + 1}` : kind;
      return { path: `${locale}/images/${name}.${extension}`, from: path, kind };
    });
  return { files, images };
};
