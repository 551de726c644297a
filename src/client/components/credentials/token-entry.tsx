import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { t } from '#shared/languages/translate.ts';

interface TokenEntryProps {
  readonly name: string;
  /** The beginning of the token. */
  readonly hint: string;
  /** When it was used, and the like. */
  readonly facts: ReactNode;
  /** Shown before the button. */
  readonly children?: ReactNode;
  readonly onRevoke: () => void;
}

/** Shows one token of a list, with a button to revoke it. */
export function TokenEntry({ name, hint, facts, children, onRevoke }: TokenEntryProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name} <Box component="code" sx={{ fontWeight: 400, color: 'text.secondary' }}>{`${hint}…`}</Box>
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {facts}
        </Typography>
      </Box>
      {children}
      <Button color="error" size="small" aria-label={t`Revoke ${name}`} onClick={onRevoke}>
        {t`Revoke`}
      </Button>
    </Box>
  );
}
