import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/open.ts';
import { storeSetup } from '../db/tables/store.ts';
import { readSettings } from '../settings.ts';

/** The parts of a store's settings that people recognise it by. */
export interface Branding {
  readonly name: string;
  /** Empty for none. */
  readonly tagline: string;
  /** `#rrggbb`; `accent.ts` derives the shades to use. */
  readonly accent: string;
  /** The storage key of the logo, which is also its path below the base path; null for that of Quayside. */
  readonly logoKey: string | null;
  /** Bytes of the logo; null without one. */
  readonly logoSize: number | null;
}

/** Returns the store's branding. */
export async function readBranding(db: Db | Tx): Promise<Branding> {
  const [{ storeName, tagline, accent }, [setup]] = await Promise.all([
    readSettings(db),
    db
      .select({ logoKey: storeSetup.logoKey, logoSize: storeSetup.logoSize })
      .from(storeSetup)
      .where(eq(storeSetup.id, 1)),
  ]);
  return {
    name: storeName,
    tagline,
    accent,
    logoKey: setup?.logoKey ?? null,
    logoSize: setup?.logoSize ?? null,
  };
}
