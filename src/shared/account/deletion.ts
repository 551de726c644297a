import { t } from '../languages/translate.ts';

/** Apps by status. */
type AppCounts = Readonly<Record<'draft' | 'published' | 'unpublished' | 'removed', number>>;

/** What prevents the deletion of an account, as sentences with what to do. */
const OBSTACLES = {
  'owns-apps': (apps: AppCounts) => {
    const total = countOwned(apps);
    if (total > 1)
      return t`You have ${total} apps, ${apps.published} of them published. Transfer them or have them removed first.`;
    return apps.published > 0
      ? t`You have an app that is published. Transfer it or have it removed first.`
      : t`You have an app. Transfer it or have it removed first.`;
  },
  'last-admin': () => t`You’re the last admin of this store. Make someone else an admin first.`,
};

export type DeletionObstacle = keyof typeof OBSTACLES;
export const DELETION_OBSTACLES = Object.keys(OBSTACLES) as [DeletionObstacle, ...DeletionObstacle[]];

/** Returns the apps that someone must stay responsible for, because they are installed or have been reviewed. */
export function countOwned({ removed: _removed, ...others }: AppCounts): number {
  return Object.values(others).reduce((sum, number) => sum + number, 0);
}

/** Returns an obstacle as a sentence. */
export function describeObstacle(obstacle: DeletionObstacle, apps: AppCounts): string {
  return OBSTACLES[obstacle](apps);
}
