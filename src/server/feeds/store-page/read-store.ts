import { readBranding } from '../../platform/branding/branding.ts';
import type { Context } from '../../platform/context.ts';
import { listLegalKinds } from '../../platform/legal/legal-texts.ts';
import { readSettings } from '../../platform/settings.ts';
import { readRepository } from '../public/addresses.ts';
import type { Store } from './layout.ts';
import { readListedSources } from './source-cards.ts';

/** Returns what every page of the store shows of it, and its accent. */
export async function readStore(context: Context): Promise<{ store: Store; accent: string }> {
  const { db, config } = context;
  const [{ name, tagline, accent, logoKey }, { categories, storeAccess }, repository, sources, legalTexts] =
    await Promise.all([
      readBranding(db),
      readSettings(db),
      readRepository(context),
      readListedSources(db),
      listLegalKinds(db),
    ]);
  const store: Store = {
    name,
    tagline,
    basePath: config.basePath,
    publicUrl: config.publicUrl,
    logo: logoKey ?? 'favicon.svg',
    repository,
    access: storeAccess,
    legalTexts,
    sources,
    categories,
  };
  return { store, accent };
}
