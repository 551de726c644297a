import Box from '@mui/material/Box';
import { CheckList } from '#client/ui/check-list.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import {
  type HaltRule,
  REPORT_KIND_LABELS,
  type ReportKind,
  reportKindSchema,
} from '#shared/releases/halt-rule.ts';

const KINDS = reportKindSchema.options.map((kind) => ({ value: kind, label: REPORT_KIND_LABELS[kind] }));

interface HaltRuleFieldsProps {
  readonly rule: HaltRule;
  /** The problems of the rule, by field. */
  readonly errors: Readonly<Partial<Record<keyof HaltRule, string | undefined>>>;
  readonly onChange: (rule: HaltRule) => void;
}

/** Edits when a rollout halts automatically. */
export function HaltRuleFields({ rule, errors, onChange }: HaltRuleFieldsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <CheckList
        label={t`Reports that count`}
        choices={KINDS}
        error={errors.kinds}
        value={rule.kinds}
        onChange={(kinds) => onChange({ ...rule, kinds: kinds as ReportKind[] })}
      />
      <TextFormField
        label={t`More than this many reports`}
        type="number"
        error={errors.reports}
        value={Number.isNaN(rule.reports) ? '' : rule.reports}
        onChange={(event) => onChange({ ...rule, reports: numberOf(event.target.value) })}
        inputProps={{ min: 1, max: 5_000, step: 1 }}
        sx={{ maxWidth: 160 }}
      />
      <TextFormField
        label={t`And more than this share of downloads (%)`}
        help={t`Both limits must be exceeded. Every device counts once.`}
        type="number"
        error={errors.percentage}
        value={Number.isNaN(rule.percentage) ? '' : rule.percentage}
        onChange={(event) => onChange({ ...rule, percentage: numberOf(event.target.value) })}
        inputProps={{ min: 0, max: 100, step: 'any' }}
        sx={{ maxWidth: 160 }}
      />
    </Box>
  );
}

/** Returns what was typed; `NaN`, which the rule refuses, for nothing. */
function numberOf(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed);
}
