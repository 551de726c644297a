import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { type ComponentProps, useState } from 'react';
import { TextFormField } from './form-field.tsx';

/** A password in a form, with a button that shows it. */
export function PasswordFormField(props: ComponentProps<typeof TextFormField>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextFormField
      {...props}
      type={isShown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            size="small"
            aria-label={isShown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <VisibilityOffIcon /> : <VisibilityIcon />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
