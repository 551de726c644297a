import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { FormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import type { TrustedPublisher } from '#shared/trusted-publishers/calls.ts';
import type { TrustedIssuer } from '#shared/trusted-publishers/issuer.ts';
import { ClaimsForm } from './claims-form.tsx';
import { issuerName } from './issuer-name.ts';
import { RepositoryForm } from './repository-form.tsx';

interface TrustedPublisherDialogProps {
  readonly appId: string;
  readonly trusted: TrustedPublisher | null;
  readonly onClose: () => void;
}

/** Adds a trusted publisher, or changes one. */
export function TrustedPublisherDialog({ appId, trusted, onClose }: TrustedPublisherDialogProps) {
  const add = useCallMutation('trustedPublishers.add');
  const change = useCallMutation('trustedPublishers.change');
  const issuers = useIssuers(trusted);
  const [url, setUrl] = useState(trusted?.issuer ?? issuers[0]?.url ?? '');
  const kind = issuers.find((issuer) => issuer.url === url)?.kind ?? 'other';
  const Form = kind === 'other' ? ClaimsForm : RepositoryForm;
  return (
    <Form
      key={kind}
      kind={kind === 'gitlab' ? 'gitlab' : 'github'}
      trusted={trusted}
      issuerField={
        <FormField
          label={t`Issuer`}
          help={t`The service that runs the job. The store’s admins decide which ones it trusts.`}
        >
          {(field) => (
            <NativeSelect
              value={url}
              onChange={(event) => setUrl(event.target.value)}
              input={<OutlinedInput size="small" />}
              slotProps={{ input: { id: field.id, 'aria-describedby': field['aria-describedby'] } }}
            >
              {issuers.map((issuer) => (
                <option key={issuer.url} value={issuer.url}>
                  {issuerName(issuer)}
                </option>
              ))}
            </NativeSelect>
          )}
        </FormField>
      }
      pending={add.isPending || change.isPending}
      error={add.error ?? change.error}
      onSave={(source, scopes) => {
        const input = { issuer: url, source, scopes };
        const done = { onSuccess: onClose };
        if (trusted === null) add.mutate({ appId, ...input }, done);
        else change.mutate({ trustedPublisherId: trusted.id, ...input }, done);
      }}
      onClose={onClose}
    />
  );
}

/** Returns the issuers that the store trusts, and that of the edited trusted publisher. */
function useIssuers(trusted: TrustedPublisher | null): readonly TrustedIssuer[] {
  const issuers = useCallQuery('settings.get', {}).data?.settings.trustedIssuers ?? [];
  if (trusted === null || issuers.some(({ url }) => url === trusted.issuer)) return issuers;
  return [...issuers, { url: trusted.issuer, kind: trusted.source.kind }];
}
