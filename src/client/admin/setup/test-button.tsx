import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';

interface TestButtonProps<Result> {
  /** A call without input that tests something, as `useCallMutation` returns it. */
  readonly call: {
    readonly mutate: (input: Record<string, never>) => void;
    readonly isPending: boolean;
    readonly data: Result | undefined;
    readonly error: Error | null;
  };
  readonly label: string;
  readonly icon?: ReactNode;
  /** Shows the result. */
  readonly children: (result: Result) => ReactNode;
}

/** Shows a button that tests a part of the installation, and below it how that ended. */
export function TestButton<Result>({ call, label, icon, children }: TestButtonProps<Result>) {
  const { mutate, isPending, data, error } = call;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <PendingButton
        size="small"
        variant="outlined"
        startIcon={icon}
        pending={isPending}
        onClick={() => mutate({})}
      >
        {label}
      </PendingButton>
      <Box aria-live="polite" sx={{ width: '100%', '&:empty': { display: 'none' } }}>
        {error !== null && <CallErrorAlert error={error} />}
        {error === null && !isPending && data !== undefined && children(data)}
      </Box>
    </Box>
  );
}
