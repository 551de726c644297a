import { t } from '#shared/languages/translate.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { readWaiting } from './waiting.ts';

/** Returns sentences about names and icons that wait for approval; they send an update to manual review. */
export async function describePendingIdentity(tx: Tx, app: AppRow): Promise<string[]> {
  const waiting = await readWaiting(tx, app);
  const names = waiting
    .filter(({ field }) => field === 'name')
    .map(({ locale, before, after }) =>
      before === ''
        ? t`The listing’s name in ${locale} is new: “${String(after)}”.`
        : t`The listing’s name in ${locale} changes from “${String(before)}” to “${String(after)}”.`,
    );
  const icons = waiting.filter(({ field }) => field === 'icon');
  return [...names, ...icons.map(({ locale }) => t`The listing’s icon in ${locale} is new.`)];
}
