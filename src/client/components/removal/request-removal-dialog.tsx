import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { GrowingTextField } from '#client/ui/form-field.tsx';
import { useDayText } from '#client/ui/time.tsx';
import { removalReasonSchema } from '#shared/account/deletion.ts';
import { NOTICE_DAYS } from '#shared/account/notice.ts';
import type { App } from '#shared/apps/app.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { dateIn, NoticeField } from './notice-field.tsx';

interface RequestRemovalDialogProps {
  readonly app: Pick<App, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Asks for the removal of a published app on a date, after saying what happens to it. */
export function RequestRemovalDialog({ app, onClose }: RequestRemovalDialogProps) {
  const request = useCallMutation('apps.requestRemoval');
  const downloads = useCallQuery('apps.versionDownloads', { appId: app.id });
  const [days, setDays] = useState<number>(NOTICE_DAYS.default);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const on = useDayText()(dateIn(days));

  function confirm() {
    const parsed = removalReasonSchema.safeParse(reason);
    setProblem(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    request.mutate({ appId: app.id, days, reason: parsed.data }, { onSuccess: onClose });
  }

  return (
    <ConfirmDialog
      title={t`Ask for the removal of ${app.name}?`}
      confirmLabel={t`Ask for removal`}
      danger
      typeToConfirm={app.name}
      pending={request.isPending}
      error={request.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Box>
        <Typography sx={{ mb: 1 }}>{t`On ${on}:`}</Typography>
        <Typography component="ul" sx={{ m: 0, pl: 3 }}>
          <li>{goneText(downloads.data?.allTime)}</li>
          <li>{t`People who have the app keep it but get no updates. Store apps stop listing it.`}</li>
          <li>{t`Versions in review leave the queue, and scheduled ones aren’t published.`}</li>
          <li>
            {t`Its packages, listing, reviews and statistics stay in the store’s records, and its application ID stays reserved.`}
          </li>
        </Typography>
        <Typography sx={{ mt: 1 }}>
          {t`Everyone who works on it is notified. Its owners can withdraw the request until then; after that, only staff can restore the app.`}
        </Typography>
      </Box>
      <NoticeField days={days} onChange={(chosen) => setDays(chosen ?? NOTICE_DAYS.default)} />
      <GrowingTextField
        label={t`Reason`}
        help={t`Staff see it.`}
        error={problem}
        optional
        minRows={2}
        maxRows={8}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setProblem(undefined);
        }}
      />
    </ConfirmDialog>
  );
}

/** Says that nobody can download the app, with the downloads so far once they are known. */
function goneText(downloads: number | undefined): string {
  if (downloads === undefined) return t`Nobody can download it anymore.`;
  return plural(downloads, {
    one: 'Nobody can download it anymore. It was downloaded # time so far.',
    other: 'Nobody can download it anymore. It was downloaded # times so far.',
  });
}
