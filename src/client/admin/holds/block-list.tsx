import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { ReasonDialog } from '#client/components/feedback/reason-dialog.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import type { Block } from '#shared/holds/calls.ts';
import { HOLD_KINDS, STOPS_BY } from '#shared/holds/hold.ts';
import { liftReasonSchema } from '#shared/holds/schemas.ts';
import { t } from '#shared/languages/translate.ts';
import { ageOf, type StateListProps } from './hold-list.tsx';

/** Lists what uploads are refused by, or what is accepted again. */
export function BlockList({ state, title, empty }: StateListProps) {
  const list = useCallPages('blocks.list', { state, limit: 20 });
  const blocks = list.data?.pages.flatMap((page) => page.blocks);
  return (
    <Section title={title}>
      <CallStatus call={list} skeleton={<ListSkeleton rows={2} />} />
      {blocks?.length === 0 && <Typography variant="body2">{empty}</Typography>}
      {blocks !== undefined && blocks.length > 0 && (
        <Box component="ul" aria-label={title} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {blocks.map((block) => (
            <BlockRow key={block.id} block={block} />
          ))}
        </Box>
      )}
      <LoadMore pages={list} />
    </Section>
  );
}

function BlockRow({ block }: { block: Block }) {
  const [isLifting, setLifting] = useState(false);
  const lift = useCallMutation('blocks.lift');
  const { id: blockId, by, value, lifted, createdBy } = block;
  const close = () => setLifting(false);
  return (
    <Box
      component="li"
      sx={{ py: 1.25, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <code>{value}</code>
        <Typography variant="body2">
          {STOPS_BY[by]} · {HOLD_KINDS[block.kind]} · {ageOf(block)} · {createdBy.name ?? createdBy.uid}
        </Typography>
        <Typography variant="body2">“{block.reason}”</Typography>
        {lifted !== null && (
          <Typography variant="body2" color="textSecondary">
            {t`Lifted by ${lifted.by.name ?? lifted.by.uid}: “${lifted.reason}”`}
          </Typography>
        )}
      </Box>
      {lifted === null && (
        <Button
          size="small"
          variant="outlined"
          aria-label={t`Accept again: uploads with ${value}`}
          onClick={() => setLifting(true)}
        >
          {t`Accept again`}
        </Button>
      )}
      {isLifting && (
        <ReasonDialog
          title={t`Accept these uploads again?`}
          confirmLabel={t`Accept again`}
          help={t`Kept on record.`}
          schema={liftReasonSchema}
          pending={lift.isPending}
          error={lift.error}
          onConfirm={(reason) => lift.mutate({ blockId, reason }, { onSuccess: close })}
          onClose={close}
        >
          <Typography>{t`What is on hold stays on hold until you lift that too.`}</Typography>
        </ReasonDialog>
      )}
    </Box>
  );
}
