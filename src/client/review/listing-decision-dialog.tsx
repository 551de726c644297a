import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { ReasonDialog } from '#client/components/feedback/reason-dialog.tsx';
import { type App, storeReasonSchema } from '#shared/apps/app.ts';
import { CallError } from '#shared/errors.ts';
import { plural, t } from '#shared/languages/translate.ts';
import type { ListingDifference } from '#shared/listings/review-calls.ts';

interface ListingDecisionDialogProps {
  readonly kind: 'approve' | 'reject';
  readonly app: App;
  readonly changes: readonly ListingDifference[];
  readonly onClose: () => void;
  /** The listing changed since the page was opened. */
  readonly onOutdated: (message: string) => void;
}

/** Approves or rejects listing changes, after explaining the effect. */
export function ListingDecisionDialog({
  kind,
  app,
  changes,
  onClose,
  onOutdated,
}: ListingDecisionDialogProps) {
  const approve = useCallMutation('listings.approve');
  const reject = useCallMutation('listings.reject');
  const decided = {
    appId: app.id,
    changes: changes.map(({ locale, field, revision }) => ({ locale, field, revision })),
  };
  const outcome = {
    onSuccess: onClose,
    onError: (error: unknown) => {
      if (error instanceof CallError && error.details?.['reason'] === 'listing-changed') {
        onOutdated(error.message);
      }
    },
  };
  if (kind === 'approve') {
    return (
      <ConfirmDialog
        title={plural(changes.length, { one: 'Approve # change?', other: 'Approve # changes?' })}
        confirmLabel={t`Approve`}
        pending={approve.isPending}
        error={approve.error}
        onConfirm={() => approve.mutate(decided, outcome)}
        onClose={onClose}
      >
        <span>
          {plural(changes.length, {
            one: 'People will see it right away. We’ll notify the publisher.',
            other: 'People will see them right away. We’ll notify the publisher.',
          })}
        </span>
      </ConfirmDialog>
    );
  }
  return (
    <ReasonDialog
      title={plural(changes.length, { one: 'Reject # change?', other: 'Reject # changes?' })}
      confirmLabel={t`Reject`}
      danger
      help={t`Shown to the publisher.`}
      schema={storeReasonSchema}
      pending={reject.isPending}
      error={reject.error}
      onConfirm={(reason) => reject.mutate({ ...decided, reason }, outcome)}
      onClose={onClose}
    >
      <span>
        {t`The live version stays as it is. Approving the next version won’t publish a rejected change.`}
      </span>
    </ReasonDialog>
  );
}
