import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { plural, t } from '#shared/languages/translate.ts';
import { PICTURES } from '#shared/listings/field-records.ts';
import { LISTING_FIELD_LABELS } from '#shared/listings/fields.ts';
import type { ImportPlan } from './import-plan.ts';
import { useImport } from './use-import.ts';

interface ImportDialogProps {
  readonly appId: string;
  readonly plan: ImportPlan;
  readonly onClose: () => void;
}

/** Shows an import's changes for confirmation, then its progress and the rejected files. */
export function ImportDialog({ appId, plan, onClose }: ImportDialogProps) {
  const id = useId();
  const { state, apply } = useImport(appId, plan);
  const { changes, changelogs, images, converted } = plan;
  const ignored = state.phase === 'done' ? [...plan.skipped, ...state.dropped] : plan.skipped;
  const isEmpty = changes.length + changelogs + images.length === 0;
  return (
    <Dialog
      open
      onClose={state.phase === 'running' ? () => undefined : onClose}
      aria-labelledby={id}
      fullWidth
      maxWidth="md"
    >
      <DialogTitle id={id}>{state.phase === 'done' ? t`Imported` : t`Import this folder?`}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        {state.phase === 'done' ? (
          <Alert severity={state.rejected.length > 0 ? 'warning' : 'success'}>
            {t`${changes.length} texts and ${images.length - state.rejected.length} of ${images.length} images were imported.`}
          </Alert>
        ) : (
          <>
            {isEmpty && (
              <Alert severity="info">
                {t`Nothing to import. The folder should contain metadata/android, or metadata for iOS, with a folder for each language.`}
              </Alert>
            )}
            {changes.length > 0 && <TextChanges changes={changes} />}
            {changelogs > 0 && (
              <Typography variant="body2">
                {plural(changelogs, {
                  one: '# file has release notes of one version. They’re used when it’s submitted.',
                  other: '# files have release notes of one version each. They’re used when it’s submitted.',
                })}
              </Typography>
            )}
            {images.length > 0 && <Pictures images={images} />}
          </>
        )}
        {converted > 0 && (
          <Typography variant="body2">
            {plural(converted, {
              one: '# file has HTML, which becomes Markdown, or plain text in release notes.',
              other: '# files have HTML, which becomes Markdown, or plain text in release notes.',
            })}
          </Typography>
        )}
        {state.phase === 'done' && state.rejected.length > 0 && (
          <FileList title={t`Images that couldn’t be imported`} files={state.rejected} />
        )}
        {ignored.length > 0 && <FileList title={t`${ignored.length} ignored files`} files={ignored} />}
        {state.phase === 'running' && (
          <Box aria-live="polite">
            <Typography variant="body2">{state.doing}</Typography>
            <LinearProgress aria-label={t`Importing`} variant="determinate" value={100 * state.share} />
          </Box>
        )}
        {state.phase === 'failed' && <CallErrorAlert error={state.error} />}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {state.phase === 'done' ? (
          <Button variant="contained" onClick={onClose}>
            {t`Close`}
          </Button>
        ) : (
          <>
            <PendingButton onClick={onClose} isInactive={state.phase === 'running'}>
              {t`Cancel`}
            </PendingButton>
            <ReasonedButton
              variant="contained"
              reason={isEmpty ? t`Nothing to import.` : null}
              pending={state.phase === 'running'}
              onClick={() => void apply()}
            >
              {t`Import folder`}
            </ReasonedButton>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

function TextChanges({ changes }: Pick<ImportPlan, 'changes'>) {
  return (
    <Box component="section" aria-label={t`Text changes`}>
      {[...Map.groupBy(changes, ({ locale }) => locale)].map(([locale, ofLocale]) => (
        <Box key={locale} sx={{ mb: 2 }}>
          <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600 }}>
            {locale === null ? t`App details` : `${localeName(locale)} (${locale})`}
          </Typography>
          {ofLocale.map(({ field, before, after }) => (
            <Box key={field} sx={{ my: 1 }}>
              <Typography variant="body2" sx={{ fontWeight: 500 }}>
                {LISTING_FIELD_LABELS[field]}
              </Typography>
              {before !== '' && <Side words={t`Current`} text={before} />}
              <Side words={t`New`} text={after} />
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );
}

/** Maximum characters shown of a text. */
const SHOWN = 160;

function Side({ words, text }: { words: string; text: string }) {
  const shown = text === '' ? '(empty)' : text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {words}: {shown}
    </Typography>
  );
}

function Pictures({ images }: Pick<ImportPlan, 'images'>) {
  const counts = Map.groupBy(images, ({ locale, kind }) => `${localeName(locale)}: ${PICTURES[kind].words}`);
  return (
    <Box component="section" aria-label={t`Added images`}>
      <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {t`Images`}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`Icons and feature graphics are replaced. Screenshots are added, skipping duplicates.`}
      </Typography>
      <Box component="ul" sx={{ my: 1, pl: 3, typography: 'body2' }}>
        {[...counts].map(([words, all]) => (
          <li key={words}>{all.length === 1 ? words : `${words}s (${all.length})`}</li>
        ))}
      </Box>
    </Box>
  );
}

function FileList({ title, files }: { title: string; files: ImportPlan['skipped'] }) {
  return (
    <Box component="section" aria-label={title}>
      <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ my: 1, pl: 3, typography: 'body2', overflowWrap: 'anywhere' }}>
        {files.map(({ path, reason }) => (
          <li key={path}>
            <code>{path}</code>: {reason}
          </li>
        ))}
      </Box>
    </Box>
  );
}
