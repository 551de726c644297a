import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { appVersionTitle } from '#client/components/version/version-title.ts';
import { useSessionUser } from '#client/store/store.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { LOW_WINDOW } from '#client/ui/low-window.ts';
import { writeSentence } from '#shared/languages/sentence.ts';
import { plural, t } from '#shared/languages/translate.ts';
import type { QueueItem } from '#shared/reviews/queue-calls.ts';
import { MAX_CLAIMS } from '#shared/reviews/queue-limits.ts';

interface ClaimBarProps {
  readonly chosen: readonly QueueItem[];
  readonly isAsking: boolean;
  readonly onAsk: (isAsking: boolean) => void;
  readonly onClear: () => void;
  /** Buttons for other things to do with the selected versions. */
  readonly children?: ReactNode;
}

/** Offers to claim the selected versions, after a preview, and reports those that others were faster to claim. */
export function ClaimBar({ chosen, isAsking, onAsk, onClear, children }: ClaimBarProps) {
  const { uid } = useSessionUser();
  const claim = useCallMutation('reviews.claimSeveral');
  const [missed, setMissed] = useState<readonly string[]>([]);
  const others = chosen.filter(({ version }) => version.reviewerUid !== null && version.reviewerUid !== uid);
  const claimable = chosen.filter(({ version }) => version.reviewerUid === null);

  function confirm() {
    const versionIds = claimable.map(({ version }) => version.id);
    const titles = new Map(claimable.map((item) => [item.version.id, appVersionTitle(item)]));
    claim.mutate(
      { versionIds },
      {
        onSuccess: ({ results }) => {
          setMissed(
            results.flatMap(({ versionId, denialReason, sentence }) =>
              denialReason === null
                ? []
                : [`${titles.get(versionId) ?? versionId}: ${writeSentence(sentence, denialReason)}`],
            ),
          );
          onAsk(false);
          onClear();
        },
      },
    );
  }

  return (
    <>
      {missed.length > 0 && (
        <Alert severity="warning" onClose={() => setMissed([])} sx={{ mt: 2 }}>
          {missed.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Alert>
      )}
      {chosen.length > 0 && (
        <Paper
          component="section"
          aria-label={t`Selected versions`}
          elevation={6}
          sx={{
            position: 'sticky',
            bottom: 16,
            zIndex: 2,
            mt: 2,
            px: 2,
            py: 1.5,
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1.5,
            [LOW_WINDOW]: { position: 'static' },
          }}
        >
          <Typography aria-live="polite" sx={{ flex: '1 1 auto', fontWeight: 600 }}>
            {plural(chosen.length, { one: '# version selected', other: '# versions selected' })}
          </Typography>
          <Button onClick={onClear}>{t`Clear selection`}</Button>
          {children}
          <ReasonedButton
            variant="contained"
            reason={claimDenialReason(claimable.length)}
            onClick={() => onAsk(true)}
          >
            {plural(claimable.length, { one: 'Claim # version', other: 'Claim # versions' })}
          </ReasonedButton>
        </Paper>
      )}
      {isAsking && chosen.length > 0 && (
        <ConfirmDialog
          title={plural(claimable.length, { one: 'Claim # version?', other: 'Claim # versions?' })}
          confirmLabel={t`Claim`}
          pending={claim.isPending}
          error={claim.error}
          onConfirm={confirm}
          onClose={() => onAsk(false)}
        >
          <span>{t`Other reviewers leave them to you until you decide or unclaim them.`}</span>
          <VersionList label={t`To claim`} items={claimable} />
          {others.length > 0 && (
            <>
              <span>{t`Already claimed, and left to their reviewers:`}</span>
              <VersionList label={t`Already claimed`} items={others} isClaimed />
            </>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

interface VersionListProps {
  readonly label: string;
  readonly items: readonly QueueItem[];
  /** True to name the reviewers. */
  readonly isClaimed?: boolean;
}

function VersionList({ label, items, isClaimed = false }: VersionListProps) {
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, pl: 2.5, maxHeight: 240, overflowY: 'auto' }}>
      {items.map((item) => (
        <li key={item.version.id}>
          {isClaimed
            ? t`${appVersionTitle(item)}, by ${item.reviewerName ?? t`another reviewer`}`
            : appVersionTitle(item)}
        </li>
      ))}
    </Box>
  );
}

function claimDenialReason(claimable: number): string | null {
  if (claimable === 0) return t`All selected versions are claimed already.`;
  return claimable > MAX_CLAIMS ? t`Claim at most ${MAX_CLAIMS} versions at once.` : null;
}
