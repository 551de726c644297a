import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { FormDialog } from '#client/components/feedback/form-dialog.tsx';
import { differenceKey, ListingDifferences } from '#client/components/listing/listing-differences.tsx';
import type { App } from '#shared/apps/app.ts';
import { plural, t } from '#shared/languages/translate.ts';
import type { UnpublishedChange } from '#shared/listings/calls.ts';
import { APPROVAL_SENTENCES, type ApprovalReason } from '#shared/listings/publication.ts';
import { outcomeText } from './outcome-text.ts';

interface PublishDialogProps {
  readonly app: App;
  /** The drafted changes. */
  readonly changes: readonly UnpublishedChange[];
  /** Closes the dialog, with what to announce. */
  readonly onClose: (outcome?: string) => void;
}

const LABELS = { before: t`Live now`, after: t`Your change` };

/** Shows the drafted changes of a listing beside what is live, and publishes or discards the selected ones. */
export function PublishDialog({ app, changes, onClose }: PublishDialogProps) {
  const publish = useCallMutation('apps.publishListing');
  const discard = useCallMutation('apps.discardListingChanges');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isDiscarding, setDiscarding] = useState(false);
  const chosen = changes.filter((one) => !left.has(differenceKey(one)));
  const named = {
    appId: app.id,
    changes: chosen.map(({ locale, field, revision }) => ({ locale, field, revision })),
  };
  const live = changes.filter(({ approvalReason }) => approvalReason === null);
  const approved = changes.filter(({ approvalReason }) => approvalReason !== null);
  const choice = {
    left,
    toggle: (key: string) =>
      setLeft((before) => {
        const next = new Set(before);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
  };
  const reasons = [...new Set(approved.map((one) => one.approvalReason as ApprovalReason))];

  if (isDiscarding) {
    return (
      <ConfirmDialog
        title={plural(chosen.length, { one: 'Discard # change?', other: 'Discard # changes?' })}
        confirmLabel={t`Discard`}
        danger
        pending={discard.isPending}
        error={discard.error}
        onConfirm={() =>
          discard.mutate(named, {
            onSuccess: () =>
              onClose(plural(chosen.length, { one: '# change discarded.', other: '# changes discarded.' })),
          })
        }
        onClose={() => setDiscarding(false)}
      >
        <span>
          {t`Your draft goes back to what’s live. Earlier values of these fields that wait for approval are withdrawn. You can’t undo this.`}
        </span>
      </ConfirmDialog>
    );
  }
  return (
    <FormDialog
      title={t`Publish changes of ${app.name}`}
      wide
      submitLabel={plural(chosen.length, { one: 'Publish # change', other: 'Publish # changes' })}
      disabled={chosen.length === 0}
      pending={publish.isPending}
      error={publish.error}
      actions={
        <Button
          color="error"
          disabled={chosen.length === 0 || publish.isPending}
          onClick={() => {
            discard.reset();
            setDiscarding(true);
          }}
          sx={{ mr: 'auto' }}
        >
          {t`Discard…`}
        </Button>
      }
      onSubmit={() => publish.mutate(named, { onSuccess: (settled) => onClose(outcomeText(settled)) })}
      onClose={() => onClose()}
    >
      {changes.length === 0 && <Alert severity="info">{t`Everything is published.`}</Alert>}
      {live.length > 0 && (
        <Box component="section" aria-labelledby="live-at-once">
          <Typography id="live-at-once" variant="h3" component="h3">
            {t`Live at once`}
          </Typography>
          <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
            {t`People see these changes as soon as you publish them.`}
          </Typography>
          <ListingDifferences differences={live} label={t`Live at once`} labels={LABELS} choice={choice} />
        </Box>
      )}
      {approved.length > 0 && (
        <Box component="section" aria-labelledby="needs-approval">
          <Typography id="needs-approval" variant="h3" component="h3">
            {t`Needs approval`}
          </Typography>
          <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
            {reasons.map((reason) => APPROVAL_SENTENCES[reason]).join(' ')}{' '}
            {t`We’ll notify you of the decision.`}{' '}
            {approved.some(({ submitted }) => submitted !== null) &&
              t`What you publish replaces earlier changes of these fields that are waiting.`}
          </Typography>
          <ListingDifferences
            differences={approved}
            label={t`Needs approval`}
            labels={LABELS}
            choice={choice}
          />
        </Box>
      )}
    </FormDialog>
  );
}
