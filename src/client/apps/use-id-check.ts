import { useEffect, useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { applicationIdSchema, type Platform } from '#shared/apps/app.ts';

/** How long after the last key an id is looked at. */
const PAUSE_MS = 400;

export interface IdCheck {
  /** Why the id cannot be used. */
  readonly error: string | undefined;
  /** How the look-up stands, where nothing is wrong. */
  readonly note: string | undefined;
}

const NOTHING: IdCheck = { error: undefined, note: undefined };

/** Checks an application id while it is typed: its form, then whether it is taken. */
export function useIdCheck(platform: Platform, typed: string): IdCheck {
  const [settled, setSettled] = useState('');
  const id = typed.trim();
  const form = applicationIdSchema.safeParse(settled);
  const { data } = useCallQuery(
    'apps.checkId',
    { platform, applicationId: settled },
    { enabled: settled !== '' && form.success },
  );

  useEffect(() => {
    const timer = setTimeout(() => setSettled(id), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [id]);

  if (id === '' || settled !== id) return NOTHING;
  if (!form.success) return { error: form.error.issues[0]?.message, note: undefined };
  if (data === undefined) return { error: undefined, note: 'Looking whether this id is free…' };
  return data.isTaken
    ? {
        error: `An app with the id ${id} is in this store already. Use the id that your package declares; if it is yours, ask the store's people.`,
        note: undefined,
      }
    : { error: undefined, note: 'This id is free.' };
}
