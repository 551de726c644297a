import { t } from '../languages/translate.ts';

/** Apps by status. */
type AppCounts = Readonly<Record<string, number>>;

/** What prevents the deletion of an account, as sentences with what to do. */
const OBSTACLES = {
  'owns-apps': (apps: AppCounts) => {
    const { published = 0 } = apps;
    const total = countOwned(apps);
    if (total > 1)
      return t`You have ${total} apps, ${published} of them published. Transfer them or have them removed first.`;
    return published > 0
      ? t`You have an app that is published. Transfer it or have it removed first.`
      : t`You have an app. Transfer it or have it removed first.`;
  },
  'last-admin': () => t`You’re the last admin of this store. Make someone else an admin first.`,
};

export type DeletionObstacle = keyof typeof OBSTACLES;
export const DELETION_OBSTACLES = Object.keys(OBSTACLES) as [DeletionObstacle, ...DeletionObstacle[]];

/** Returns the apps that someone must stay responsible for: those that staff removed stay without anybody. */
export function countOwned(apps: AppCounts): number {
  return Object.entries(apps).reduce((sum, [status, count]) => (status === 'removed' ? sum : sum + count), 0);
}

/** Returns an obstacle as a sentence. */
export function describeObstacle(obstacle: DeletionObstacle, apps: AppCounts): string {
  return OBSTACLES[obstacle](apps);
}
