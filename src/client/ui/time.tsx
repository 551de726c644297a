import Tooltip from '@mui/material/Tooltip';
import { useContext } from 'react';
import { ReaderLocaleContext } from './reader-locale.ts';
import { absoluteText, relativeText } from './time-text.ts';
import { useMinute } from './use-minute.ts';

/** A moment, relative to now, with the absolute one on hover, as the reader's settings have it. `iso` is ISO 8601. */
export function Time({ iso }: { iso: string }) {
  const minute = useMinute();
  const locale = useContext(ReaderLocaleContext);
  const moment = new Date(iso);
  return (
    <Tooltip title={absoluteText(moment, locale)}>
      <time dateTime={iso} lang={locale.language}>
        {relativeText(moment, minute, locale.language)}
      </time>
    </Tooltip>
  );
}
