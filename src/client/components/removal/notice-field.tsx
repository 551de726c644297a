import { SelectFormField } from '#client/ui/select-field.tsx';
import { useDayText } from '#client/ui/time.tsx';
import { OFFERED_NOTICE_DAYS } from '#shared/account/notice.ts';
import { plural, t } from '#shared/languages/translate.ts';

const DAY_MS = 86_400_000;

/** Returns the time after a period that begins now, as ISO 8601. */
export function dateIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

interface NoticeFieldProps {
  /** Days until the date; null for immediately. */
  readonly days: number | null;
  readonly onChange: (days: number | null) => void;
  /** True where it can happen immediately. */
  readonly hasNow?: boolean;
}

/** Chooses the date of a removal or deletion, until which it can be withdrawn. */
export function NoticeField({ days, onChange, hasNow = false }: NoticeFieldProps) {
  const dayText = useDayText();
  const periods = OFFERED_NOTICE_DAYS.map((each) => {
    const on = dayText(dateIn(each));
    return [String(each), plural(each, { one: 'In # day, on {on}', other: 'In # days, on {on}' }, { on })];
  });
  const options: Record<string, string> = { ...(hasNow && { now: t`Now` }), ...Object.fromEntries(periods) };
  return (
    <SelectFormField
      label={t`When`}
      help={days === null ? t`This can’t be undone.` : t`You can change your mind until then.`}
      options={options}
      value={days === null ? 'now' : String(days)}
      onChoose={(value) => onChange(value === 'now' ? null : Number(value))}
    />
  );
}
