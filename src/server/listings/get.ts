import { writeFastlane } from '#shared/listings/fastlane.ts';
import { findApp } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { readListings } from './queries.ts';

/** `apps.getListing`: what an app says of itself in every language, with its pictures. */
export const getListing: Handler<'apps.getListing'> = async ({ data, caller, context: { db } }) => {
  const app = await findApp(db, data.appId, caller);
  return readListings(db, app.id);
};

/** `apps.exportListing`: the same in the fastlane layout. */
export const exportListing: Handler<'apps.exportListing'> = async ({ data, caller, context: { db } }) => {
  const app = await findApp(db, data.appId, caller);
  const { listings, graphics } = await readListings(db, app.id);
  const files = Object.assign({}, ...listings.map(({ locale, texts }) => writeFastlane(locale, texts)));
  const images = graphics.map(({ locale, kind, position, path }) => {
    const extension = path.split('.').at(-1);
    const name = kind.endsWith('Screenshots') ? `${kind}/${position + 1}` : kind;
    return { path: `${locale}/images/${name}.${extension}`, from: path, kind };
  });
  return { files, images };
};
