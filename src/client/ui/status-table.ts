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
import RateReviewIcon from '@mui/icons-material/RateReview';
import ThumbUpIcon from '@mui/icons-material/ThumbUp';
import UndoIcon from '@mui/icons-material/Undo';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import type { ElementType } from 'react';
import type { AppStatus } from '#shared/apps/app.ts';
import type { ReleaseState } from '#shared/releases/release.ts';
import type { VersionStatus } from '#shared/versions/version.ts';
import type { Tone } from './tone.ts';

export type Status = AppStatus | VersionStatus | ReleaseState;

interface StatusLook {
  readonly word: string;
  readonly icon: ElementType;
  readonly tone: Tone;
}

/** How every status of an app, a version or a release looks, for the whole product. */
export const STATUS_LOOKS: Readonly<Record<Status, StatusLook>> = {
  uploading: { word: 'Uploading', icon: CloudUploadIcon, tone: 'info' },
  analysing: { word: 'Inspecting', icon: ManageSearchIcon, tone: 'info' },
  invalid: { word: 'Not accepted', icon: ErrorIcon, tone: 'error' },
  draft: { word: 'Draft', icon: EditIcon, tone: 'neutral' },
  submitted: { word: 'Waiting for review', icon: HourglassEmptyIcon, tone: 'warning' },
  in_review: { word: 'In review', icon: RateReviewIcon, tone: 'info' },
  approved: { word: 'Approved', icon: ThumbUpIcon, tone: 'success' },
  published: { word: 'Published', icon: CheckCircleIcon, tone: 'success' },
  rejected: { word: 'Rejected', icon: CancelIcon, tone: 'error' },
  withdrawn: { word: 'Withdrawn', icon: UndoIcon, tone: 'neutral' },
  unpublished: { word: 'Unpublished', icon: VisibilityOffIcon, tone: 'neutral' },
  removed: { word: 'Removed', icon: BlockIcon, tone: 'error' },
  inReview: { word: 'In review', icon: RateReviewIcon, tone: 'info' },
  scheduled: { word: 'Scheduled', icon: EventIcon, tone: 'info' },
  waiting: { word: 'Ready to publish', icon: ThumbUpIcon, tone: 'warning' },
  rollingOut: { word: 'Rolling out', icon: DonutLargeIcon, tone: 'info' },
  halted: { word: 'Halted', icon: PauseCircleIcon, tone: 'warning' },
  complete: { word: 'Public', icon: CheckCircleIcon, tone: 'success' },
  rolledBack: { word: 'Rolled back', icon: UndoIcon, tone: 'neutral' },
  ended: { word: 'Not public', icon: VisibilityOffIcon, tone: 'neutral' },
};
