import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

interface LinkAlertProps {
  readonly severity: 'error' | 'warning' | 'info';
  /** The label of the link. */
  readonly label: string;
  readonly href: string;
  readonly children: ReactNode;
}

/** Shows a problem with a link to where it is solved: beside the text, or below it where it is narrow. */
export function LinkAlert({ severity, label, href, children }: LinkAlertProps) {
  return (
    <Alert severity={severity} sx={{ mb: 3 }} slotProps={{ message: { sx: { flex: 1 } } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 260px' }}>{children}</Box>
        <Button color="inherit" size="small" variant="outlined" href={href}>
          {label}
        </Button>
      </Box>
    </Alert>
  );
}
