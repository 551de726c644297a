import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { QuotaUsageList } from '#client/components/quota/quota-usage.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { SizeField } from '#client/ui/size-field.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { QUOTA_NAMES, QUOTAS, type QuotaName, quotaLimitsSchema } from '#shared/quotas/quotas.ts';
import type { PersonDialogProps } from './role-dialog.tsx';

type Drafts = Readonly<Record<QuotaName, string>>;

/** Shows an account's usage, and edits its individual limits; an empty field uses the store's limit. */
export function QuotasDialog(props: PersonDialogProps) {
  const { person, name, onClose } = props;
  const call = useCallQuery('users.getQuotas', { uid: person.uid });
  if (call.data !== undefined) return <LoadedQuotas {...props} quotas={call.data} />;
  return (
    <ConfirmDialog
      title={t`Quotas for ${name}`}
      confirmLabel={t`Close`}
      onConfirm={onClose}
      onClose={onClose}
    >
      <CallStatus call={call} skeleton={<FormSkeleton fields={QUOTA_NAMES.length} />} />
    </ConfirmDialog>
  );
}

interface LoadedQuotasProps extends PersonDialogProps {
  readonly quotas: CallResult<'users.getQuotas'>;
}

function LoadedQuotas({ person, name, onClose, quotas }: LoadedQuotasProps) {
  const [drafts, setDrafts] = useState<Drafts>(() => toDrafts(quotas.overrides));
  const [isChecked, setChecked] = useState(false);
  const change = useCallMutation('users.setQuotas');
  const checked = quotaLimitsSchema.partial().safeParse(toOverrides(drafts));
  const problemOf = (quota: QuotaName) =>
    checked.error?.issues.find(({ path }) => path[0] === quota)?.message;

  const setDraft = (quota: QuotaName, text: string) => setDrafts((before) => ({ ...before, [quota]: text }));

  function save() {
    setChecked(true);
    if (checked.success) change.mutate({ uid: person.uid, overrides: checked.data }, { onSuccess: onClose });
  }

  return (
    <ConfirmDialog
      title={t`Quotas for ${name}`}
      confirmLabel={t`Save quotas`}
      pending={change.isPending}
      error={change.error}
      onConfirm={save}
      onClose={onClose}
    >
      <QuotaUsageList usage={quotas.usage} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`Leave a field empty to use the store’s limit. Existing content stays, even above a limit.`}
      </Typography>
      {QUOTA_NAMES.map((quota) => {
        const field = {
          label: QUOTAS[quota].label,
          name: quota,
          placeholder: t`Store limit`,
          error: isChecked ? problemOf(quota) : undefined,
        };
        const draft = drafts[quota];
        return QUOTAS[quota].unit === 'bytes' ? (
          <SizeField
            key={quota}
            {...field}
            value={draft === '' ? null : Number(draft)}
            onChange={(size) => setDraft(quota, size === null ? '' : String(size))}
          />
        ) : (
          <TextFormField
            key={quota}
            {...field}
            type="number"
            value={draft}
            onChange={({ target }) => setDraft(quota, target.value)}
            inputProps={{ min: 1, step: 1 }}
            sx={{ maxWidth: 160 }}
          />
        );
      })}
    </ConfirmDialog>
  );
}

function toDrafts(overrides: LoadedQuotasProps['quotas']['overrides']): Drafts {
  const entries = QUOTA_NAMES.map((quota) => [quota, overrides[quota]?.toString() ?? '']);
  return Object.fromEntries(entries) as Drafts;
}

function toOverrides(drafts: Drafts): Partial<Record<QuotaName, number>> {
  const filled = Object.entries(drafts).filter(([, text]) => text.trim() !== '');
  return Object.fromEntries(filled.map(([quota, text]) => [quota, Number(text)]));
}
