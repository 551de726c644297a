import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { t } from '#shared/languages/translate.ts';
import { TextFormField } from './form-field.tsx';
import { rich } from './rich-text.tsx';

/** Shows a password field with a button that reveals it, and a note while Caps Lock is on. */
export function PasswordFormField({ help, ...field }: ComponentProps<typeof TextFormField>) {
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const seeCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <TextFormField
      {...field}
      help={isCapsLock ? rich`Caps Lock is on. ${help}` : help}
      type={isShown ? 'text' : 'password'}
      onKeyDown={seeCapsLock}
      onKeyUp={seeCapsLock}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            size="small"
            aria-label={isShown ? t`Hide password` : t`Show password`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <VisibilityOffIcon /> : <VisibilityIcon />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
