import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { ROLE_LABELS } from '#client/components/user/role-labels.ts';
import { t } from '#shared/languages/translate.ts';
import type { User } from '#shared/users/calls.ts';
import { normaliseRole, ROLES, type Role } from '#shared/users/role.ts';

export interface PersonDialogProps {
  readonly person: Pick<User, 'uid' | 'role'>;
  /** The user's name as the page shows it. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Changes a user's role, after explaining what the role allows. */
export function RoleDialog({ person, name, onClose }: PersonDialogProps) {
  const [role, setRole] = useState<Role>(person.role);
  const change = useCallMutation('users.setRole');
  return (
    <ConfirmDialog
      title={t`Role of ${name}`}
      confirmLabel={t`Change role`}
      danger={role === 'admin'}
      pending={change.isPending}
      error={change.error}
      onConfirm={() => {
        if (role === person.role) onClose();
        else change.mutate({ uid: person.uid, role }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <RadioGroup
        aria-label={t`Role of ${name}`}
        value={role}
        onChange={(_event, value) => setRole(normaliseRole(value))}
        sx={{ gap: 1 }}
      >
        {ROLES.map((option) => (
          <FormControlLabel
            key={option}
            value={option}
            control={<Radio />}
            label={
              <>
                {ROLE_LABELS[option].name}
                <Typography
                  component="span"
                  variant="body2"
                  sx={{ display: 'block', color: 'text.secondary' }}
                >
                  {ROLE_LABELS[option].allows}
                </Typography>
              </>
            }
          />
        ))}
      </RadioGroup>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`The new role applies immediately.`}
      </Typography>
    </ConfirmDialog>
  );
}
