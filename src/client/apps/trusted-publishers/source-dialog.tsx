import type { ReactNode } from 'react';
import { FormDialog } from '#client/components/feedback/form-dialog.tsx';
import { t } from '#shared/languages/translate.ts';
import type { PUBLISHING_SCOPES, TrustedPublisher } from '#shared/trusted-publishers/calls.ts';
import type { TrustedSource } from '#shared/trusted-publishers/source.ts';

/** The parts of the dialog that all kinds of issuers share. */
interface SourceDialogFrame {
  /** The edited trusted publisher; null for a new one. */
  readonly trusted: TrustedPublisher | null;
  /** The choice of the issuer, above the fields. */
  readonly issuerField: ReactNode;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onClose: () => void;
}

/** The form of one kind of issuers. */
export interface SourceFormProps extends SourceDialogFrame {
  readonly onSave: (source: TrustedSource, scopes: (typeof PUBLISHING_SCOPES)[number][]) => void;
}

interface SourceDialogProps extends SourceDialogFrame {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** Frames the fields of one kind of issuers. */
export function SourceDialog({ trusted, issuerField, children, ...dialog }: SourceDialogProps) {
  return (
    <FormDialog
      title={trusted === null ? t`Add a trusted publisher` : t`Edit the trusted publisher`}
      submitLabel={trusted === null ? t`Add trusted publisher` : t`Save`}
      {...dialog}
    >
      {issuerField}
      {children}
    </FormDialog>
  );
}
