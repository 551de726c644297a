import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { FormDialog } from '#client/components/feedback/form-dialog.tsx';
import { HaltRuleFields } from '#client/components/release/halt-rule-fields.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { t } from '#shared/languages/translate.ts';
import {
  type HaltRule,
  haltRuleSchema,
  haltRuleSentence,
  SUGGESTED_HALT_RULE,
} from '#shared/releases/halt-rule.ts';
import type { ReleaseDialogProps } from './confirm-release-dialog.tsx';
import { releaseTitle } from './release-title.ts';

/** Sets when a rollout halts automatically. */
export function HaltRuleDialog({ release, onClose }: ReleaseDialogProps) {
  const save = useCallMutation('releases.setHaltRule');
  const { data } = useCallQuery('settings.get', {});
  const storeRule = data?.settings.rolloutHalting ?? null;
  const [isOwn, setOwn] = useState(release.haltRule !== null);
  const [rule, setRule] = useState<HaltRule>(release.haltRule ?? storeRule ?? SUGGESTED_HALT_RULE);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});

  function submit() {
    const { error } = haltRuleSchema.safeParse(rule);
    const issues = isOwn ? (error?.issues ?? []) : [];
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [path[0], message])));
    if (issues.length > 0) return;
    save.mutate({ versionId: release.versionId, rule: isOwn ? rule : null }, { onSuccess: onClose });
  }

  return (
    <FormDialog
      title={t`When the rollout of ${releaseTitle(release)} halts automatically`}
      submitLabel={t`Save`}
      pending={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceField
        label={t`Rule`}
        name="rule"
        value={isOwn ? 'own' : 'store'}
        onChange={(value) => setOwn(value === 'own')}
        choices={[
          {
            value: 'store',
            label: t`The store’s rule`,
            help: storeRule === null ? t`It doesn’t halt automatically.` : haltRuleSentence(storeRule),
          },
          { value: 'own', label: t`My own rule`, help: t`Only for this version.` },
        ]}
      />
      {isOwn && <HaltRuleFields rule={rule} errors={errors} onChange={setRule} />}
    </FormDialog>
  );
}
