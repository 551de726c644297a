import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { t } from '#shared/languages/translate.ts';
import { BlockList } from './block-list.tsx';
import { HoldList } from './hold-list.tsx';
import { StopDialog } from './stop-dialog.tsx';

/** Shows what is on hold and what uploads are blocked by, what was lifted, and stops everything with something in common. */
export function HoldsView() {
  const [isStopping, setStopping] = useState(false);
  return (
    <>
      <Box sx={{ mb: 3 }}>
        <Button variant="outlined" color="error" onClick={() => setStopping(true)}>
          {t`Stop everything with…`}
        </Button>
      </Box>
      {isStopping && <StopDialog onClose={() => setStopping(false)} />}
      <HoldList state="active" title={t`On hold`} empty={t`Nothing is on hold.`} />
      <BlockList state="active" title={t`Blocked uploads`} empty={t`No uploads are blocked.`} />
      <HoldList state="lifted" title={t`Lifted holds`} empty={t`No hold was lifted yet.`} />
      <BlockList state="lifted" title={t`Accepted again`} empty={t`Nothing was accepted again yet.`} />
    </>
  );
}
