import type { Handler } from '../../identity/handler.ts';
import { inspectPool } from '../inspection/inspect-pool.ts';
import { drawPicture } from '../versions/draw-icon.ts';
import { findVersion, packageKey } from '../versions/queries.ts';

/** Edge length in pixels; they are shown at half of it. */
const SIDE = 96;

/**
 * `reviews.icons`: reads the pictures besides the icon from the package, because only reviews need them. They are in the
 * order of `otherIcons` in its facts; null for one that can't be drawn.
 */
export const getReviewIcons: Handler<'reviews.icons'> = async ({ data, caller, context }) => {
  const { version } = await findVersion(context.db, data.versionId);
  const facts = version.package;
  if (facts?.platform !== 'android' || !facts.otherIcons?.length || version.fileRemovedAt)
    return { icons: [] };
  const pool = context.services.get(inspectPool);
  const inspected = await context.storage.withFile(packageKey(version.id), (path) => pool.inspect(path));
  const icons: (string | null)[] = [];
  for (const icon of inspected?.inspection.otherIcons ?? []) {
    const drawn = await drawPicture(context, { uid: caller.uid, icon, side: SIDE });
    icons.push(drawn && drawn.toString('base64'));
  }
  return { icons };
};
