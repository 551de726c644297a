import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { textAttributes } from '#shared/languages/direction.ts';
import { t } from '#shared/languages/translate.ts';
import {
  ANTI_FEATURES,
  type AntiFeatureSetter,
  antiFeatureDenialReason,
} from '#shared/listings/anti-feature.ts';
import type { DeclaredAntiFeature } from '#shared/listings/anti-feature-calls.ts';
import { AntiFeatureDialog } from './anti-feature-dialog.tsx';

interface DeclaredRowProps {
  readonly appId: string;
  readonly entry: DeclaredAntiFeature;
  readonly by: AntiFeatureSetter;
  /** The reason why the user cannot change any; null when they can. */
  readonly reason: string | null;
  readonly locales: readonly string[];
}

/** Shows one anti-feature of an app, with buttons to edit and remove it. */
export function DeclaredRow({ appId, entry, by, reason, locales }: DeclaredRowProps) {
  const { antiFeature, setBy, setAt, reasons } = entry;
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { label, explanation } = ANTI_FEATURES[antiFeature];
  const denialReason = reason ?? antiFeatureDenialReason(setBy, by);
  return (
    <Box
      component="li"
      sx={{ py: 1.25, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{label()}</Typography>
        <Typography variant="body2">{explanation()}</Typography>
        {Object.entries(reasons).map(([locale, text]) => (
          <Typography key={locale} variant="body2" {...textAttributes(locale)}>
            “{text}” {Object.keys(reasons).length > 1 && `(${localeName(locale)})`}
          </Typography>
        ))}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {setBy === 'staff'
            ? rich`Set by store staff ${<Time iso={setAt} />}`
            : rich`Set by the publisher ${<Time iso={setAt} />}`}
        </Typography>
      </Box>
      <ReasonedButton
        size="small"
        aria-label={t`Edit ${label()}`}
        reason={denialReason}
        onClick={() => setEditing(true)}
      >
        {t`Edit`}
      </ReasonedButton>
      <ReasonedButton
        size="small"
        color="error"
        aria-label={t`Remove ${label()}`}
        reason={denialReason}
        onClick={() => setRemoving(true)}
      >
        {t`Remove`}
      </ReasonedButton>
      {isEditing && (
        <AntiFeatureDialog
          appId={appId}
          choices={[antiFeature]}
          by={by}
          locales={locales}
          initial={reasons}
          onClose={() => setEditing(false)}
        />
      )}
      {isRemoving && <RemoveDialog appId={appId} entry={entry} by={by} onClose={() => setRemoving(false)} />}
    </Box>
  );
}

interface RemoveDialogProps extends Pick<DeclaredRowProps, 'appId' | 'entry' | 'by'> {
  readonly onClose: () => void;
}

function RemoveDialog({ appId, entry: { antiFeature }, by, onClose }: RemoveDialogProps) {
  const remove = useCallMutation(by === 'staff' ? 'antiFeatures.removeByStaff' : 'antiFeatures.remove');
  const { label } = ANTI_FEATURES[antiFeature];
  return (
    <ConfirmDialog
      title={t`Remove ${label()}?`}
      confirmLabel={t`Remove`}
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ appId, antiFeature }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>
        {by === 'staff'
          ? t`Clients no longer show it. The publisher is notified.`
          : t`Clients no longer show it.`}
      </span>
    </ConfirmDialog>
  );
}
