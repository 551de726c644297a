import { and, eq } from 'drizzle-orm';
import { type EmittedEvent, on } from '../../events/emit.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { storeMarks } from './marks.ts';

const ofApp = async (tx: Tx, { appId }: Pick<EmittedEvent<'version.published'>, 'appId'>) => {
  if (appId !== undefined) await storeMarks(tx, appId);
};

/** Stores what people recognise an app by after events that change it; changes of listings store it themselves. */
export const markApps = on({
  'app.created': ofApp,
  'version.inspection-passed': ofApp,
  'version.submitted': ofApp,
  'version.published': ofApp,
  'version.republished': ofApp,
  'version.unpublished': ofApp,
  'version.imported': ofApp,
  'version.removed': ofApp,
  'version.restored': ofApp,
  'version.decision-undone': ofApp,
  'version.deleted': ofApp,
  'user.developer-name-changed': async (tx, { uid }) => {
    // Live apps are settled, which stores it, too.
    const drafts = await tx
      .select({ id: apps.id })
      .from(apps)
      .where(and(eq(apps.ownerUid, uid), eq(apps.status, 'draft')))
      .orderBy(apps.id);
    for (const { id } of drafts) await storeMarks(tx, id);
  },
});
