import { useEffect, useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { applicationIdSchema } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import { type Platform } from '#shared/packages/platform.ts';

/** The delay between the last key and the check of an id, in milliseconds. */
const PAUSE_MS = 400;

export interface IdCheck {
  /** The reason why the id can't be used. */
  readonly error: string | undefined;
  /** The progress or result, when there is no problem. */
  readonly note: string | undefined;
}

const NOTHING: IdCheck = { error: undefined, note: undefined };

/** Checks an application id while it is typed: its syntax, then its availability. */
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
  if (data === undefined) return { error: undefined, note: t`Checking availability…` };
  return data.isTaken
    ? {
        error: t`An app with the ID ${id} is already in this store. Use the ID from your package. If it’s yours, contact store staff.`,
        note: undefined,
      }
    : { error: undefined, note: t`This ID is available.` };
}
