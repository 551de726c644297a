import { ConfirmDialog, type ConfirmDialogProps } from '#client/components/feedback/confirm-dialog.tsx';
import { type LeaveScope, useLeaveBlocker } from './use-leave-blocker.ts';

interface LeaveGuardProps extends Pick<ConfirmDialogProps, 'title' | 'confirmLabel' | 'danger'> {
  /** True while leaving would lose something. */
  readonly active: boolean;
  readonly scope?: LeaveScope;
  /** A sentence about what would be lost. */
  readonly children: string;
}

/** Asks for confirmation before leaving a page would lose something. */
export function LeaveGuard({ active, scope = 'view', children, ...dialog }: LeaveGuardProps) {
  const blocker = useLeaveBlocker(active, scope);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog {...dialog} onConfirm={() => blocker.proceed()} onClose={() => blocker.reset()}>
      <span>{children}</span>
    </ConfirmDialog>
  );
}
