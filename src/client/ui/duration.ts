import { t } from '#shared/languages/translate.ts';
/** Returns a duration as text, such as `40 s`, `3 min` or `2 h 5 min`: whole units, at least one second. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t`${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : t`${Math.floor(minutes / 60)} h ${rest} min`;
}
