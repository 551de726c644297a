import { CheckList } from '#client/ui/check-list.tsx';
import { t } from '#shared/languages/translate.ts';
import { SCOPES } from '#shared/token-scope.ts';
import { PUBLISHING_SCOPES } from '#shared/trusted-publishers/calls.ts';

interface ScopesFieldProps {
  readonly value: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (scopes: string[]) => void;
}

/** Shows what the tokens of a trusted publisher may do. */
export function ScopesField({ value, error, onChange }: ScopesFieldProps) {
  return (
    <CheckList
      label={t`Scopes`}
      choices={PUBLISHING_SCOPES.map((scope) => ({ value: scope, label: SCOPES[scope], help: scope }))}
      error={error}
      value={value}
      onChange={onChange}
    />
  );
}
