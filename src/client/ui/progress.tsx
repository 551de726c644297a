import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { formatPercentage, t } from '#shared/languages/translate.ts';
import { formatBytes } from './bytes.ts';

export interface TransferProgressProps {
  /** The bar's name: "Uploading app.apk". */
  readonly label: string;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  /** The recent speed; null while it is unknown. */
  readonly bytesPerSecond: number | null;
}

function transferText({ bytesDone, bytesTotal, bytesPerSecond }: TransferProgressProps): string {
  const done = t`${formatBytes(bytesDone)} of ${formatBytes(bytesTotal)}`;
  if (bytesPerSecond === null || bytesPerSecond <= 0) return done;
  const secondsLeft = (bytesTotal - bytesDone) / bytesPerSecond;
  return t`${done} · ${formatBytes(bytesPerSecond)}/s · ${durationText(secondsLeft)} left`;
}

/** Shows the progress of a transfer, with its speed and the time left. */
export function TransferProgress(props: TransferProgressProps) {
  const percent = props.bytesTotal === 0 ? 0 : (100 * props.bytesDone) / props.bytesTotal;
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {props.label}
        </Typography>
        <Typography variant="body2">{formatPercentage(Math.floor(percent))}</Typography>
      </Box>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={props.label}
        sx={{ height: 8, borderRadius: 4 }}
      />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {transferText(props)}
      </Typography>
    </Box>
  );
}

/** Returns a duration as text, such as `40 s`, `3 min` or `2 h 5 min`: whole units, at least one second. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t`${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : t`${Math.floor(minutes / 60)} h ${rest} min`;
}
