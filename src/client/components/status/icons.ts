import BlockIcon from '@mui/icons-material/Block';
import CancelIcon from '@mui/icons-material/Cancel';
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import CloudUploadIcon from '@mui/icons-material/CloudUpload';
import DonutLargeIcon from '@mui/icons-material/DonutLarge';
import EditIcon from '@mui/icons-material/Edit';
import ErrorIcon from '@mui/icons-material/Error';
import EventIcon from '@mui/icons-material/Event';
import HourglassEmptyIcon from '@mui/icons-material/HourglassEmpty';
import ManageSearchIcon from '@mui/icons-material/ManageSearch';
import PauseCircleIcon from '@mui/icons-material/PauseCircle';
import PlayCircleIcon from '@mui/icons-material/PlayCircle';
import RateReviewIcon from '@mui/icons-material/RateReview';
import RestoreIcon from '@mui/icons-material/Restore';
import SendIcon from '@mui/icons-material/Send';
import SettingsBackupRestoreIcon from '@mui/icons-material/SettingsBackupRestore';
import ThumbUpIcon from '@mui/icons-material/ThumbUp';
import TimerOffIcon from '@mui/icons-material/TimerOff';
import TuneIcon from '@mui/icons-material/Tune';
import UndoIcon from '@mui/icons-material/Undo';
import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import type { ElementType } from 'react';
import type { IconName } from '#shared/lifecycle.ts';

/** The icons named in the records of statuses and actions. */
export const ICONS: Readonly<Record<IconName, ElementType>> = {
  block: BlockIcon,
  calendar: EventIcon,
  cancel: CancelIcon,
  check: CheckCircleIcon,
  clock: TimerOffIcon,
  edit: EditIcon,
  error: ErrorIcon,
  hidden: VisibilityOffIcon,
  hourglass: HourglassEmptyIcon,
  inspect: ManageSearchIcon,
  pause: PauseCircleIcon,
  play: PlayCircleIcon,
  progress: DonutLargeIcon,
  restore: RestoreIcon,
  review: RateReviewIcon,
  rollback: SettingsBackupRestoreIcon,
  send: SendIcon,
  thumbUp: ThumbUpIcon,
  tune: TuneIcon,
  undo: UndoIcon,
  upload: CloudUploadIcon,
  visible: VisibilityIcon,
};
