import Tooltip from '@mui/material/Tooltip';
import { absoluteText, relativeText } from './time-text.ts';
import { useMinute } from './use-minute.ts';

/** A moment, relative to now, with the absolute one on hover. `iso` is ISO 8601. */
export function Time({ iso }: { iso: string }) {
  const minute = useMinute();
  const moment = new Date(iso);
  return (
    <Tooltip title={absoluteText(moment)}>
      <time dateTime={iso}>{relativeText(moment, minute)}</time>
    </Tooltip>
  );
}
