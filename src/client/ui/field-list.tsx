import DeleteIcon from '@mui/icons-material/Delete';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { t } from '#shared/languages/translate.ts';
import { tooltip } from './tooltip.ts';

/** Deletes one item of a list of fields. It is level with fields that have their label above them. */
export function DeleteItemButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton
      aria-label={label}
      {...tooltip(t`Delete`, { isDescription: false })}
      onClick={onClick}
      sx={{ mt: 2.75 }}
    >
      <DeleteIcon fontSize="small" />
    </IconButton>
  );
}

interface ListError {
  readonly message?: string | undefined;
  readonly root?: { readonly message?: string | undefined } | undefined;
}

/** Shows the error of a whole list of fields; nothing for those of its items. */
export function ListProblem({ error }: { error: ListError | undefined }) {
  const message = error?.root?.message ?? error?.message;
  if (message === undefined) return null;
  return (
    <Typography role="alert" variant="body2" color="error">
      {message}
    </Typography>
  );
}
