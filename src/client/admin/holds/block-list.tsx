import Typography from '@mui/material/Typography';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { ReasonDialog } from '#client/components/feedback/reason-dialog.tsx';
import type { Block } from '#shared/holds/calls.ts';
import { liftReasonSchema, STOPS_BY } from '#shared/holds/hold.ts';
import { t } from '#shared/languages/translate.ts';
import { DecisionList, DecisionRow, type StateListProps } from './decision-list.tsx';

/** Lists what uploads are refused by, or what is accepted again. */
export function BlockList({ state, ...list }: StateListProps) {
  const pages = useCallPages('blocks.list', { state, limit: 20 });
  const rows = pages.data?.pages.flatMap(({ blocks }) =>
    blocks.map((block) => <BlockRow key={block.id} block={block} />),
  );
  return <DecisionList {...list} pages={pages} rows={rows} />;
}

function BlockRow({ block }: { block: Block }) {
  const { by, value } = block;
  return (
    <DecisionRow
      decision={block}
      title={<code>{value}</code>}
      subject={STOPS_BY[by]}
      lift={{
        label: t`Accept again`,
        name: t`Accept again: uploads with ${value}`,
        renderDialog: (onClose) => <LiftBlockDialog block={block} onClose={onClose} />,
      }}
    />
  );
}

function LiftBlockDialog({ block: { id: blockId }, onClose }: { block: Block; onClose: () => void }) {
  const lift = useCallMutation('blocks.lift');
  return (
    <ReasonDialog
      title={t`Accept these uploads again?`}
      confirmLabel={t`Accept again`}
      help={t`Kept on record.`}
      schema={liftReasonSchema}
      pending={lift.isPending}
      error={lift.error}
      onConfirm={(reason) => lift.mutate({ blockId, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>{t`What is on hold stays on hold until you lift that too.`}</Typography>
    </ReasonDialog>
  );
}
