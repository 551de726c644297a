import { Composer } from './composer.tsx';
import { History } from './history.tsx';

/** The admins' announcements: writing one, and what became of the earlier ones. */
export function AnnouncementsView() {
  return (
    <>
      <Composer />
      <History />
    </>
  );
}
