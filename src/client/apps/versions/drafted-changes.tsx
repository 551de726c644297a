import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import type { CallInput } from '#shared/calls.ts';
import { plural } from '#shared/languages/translate.ts';

/** The choice whether a submission publishes the drafted changes of the listing too. */
export interface DraftedChanges {
  readonly count: number;
  readonly isLoading: boolean;
  readonly isChosen: boolean;
  readonly choose: (isChosen: boolean) => void;
  /** What to submit. */
  readonly listingChanges: NonNullable<CallInput<'versions.submit'>['listingChanges']>;
}

/** Returns the drafted changes of an app's listing, which a submission publishes unless its publisher declines. */
export function useDraftedChanges(appId: string): DraftedChanges {
  const { data, isPending } = useCallQuery('apps.getListing', { appId });
  const [isChosen, choose] = useState(true);
  const drafts = data?.unpublished.filter(({ status }) => status === 'draft') ?? [];
  const listingChanges = isChosen
    ? drafts.map(({ locale, field, revision }) => ({ locale, field, revision }))
    : [];
  return { count: drafts.length, isLoading: isPending, isChosen, choose, listingChanges };
}

/** Asks whether a submission publishes the drafted changes of the listing too; nothing without any. */
export function DraftedChangesField({ count, isChosen, choose }: DraftedChanges) {
  if (count === 0) return null;
  return (
    <FormControlLabel
      control={<Checkbox checked={isChosen} onChange={(_event, isOn) => choose(isOn)} />}
      label={plural(count, {
        one: 'Publish # unpublished listing change too, live at once or after approval',
        other: 'Publish # unpublished listing changes too, live at once or after approval',
      })}
    />
  );
}
