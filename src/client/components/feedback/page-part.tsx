import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { Component, type ReactNode, Suspense } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { t } from '#shared/languages/translate.ts';
import { PAGE_PART_ID } from './focus-handover.ts';
import { RetryButton } from './retry-button.tsx';

interface PagePartProps {
  /** The name of the part. */
  readonly current: string;
  /** Shown while the part's bundle is loading. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows the current part of a page below the links to all, which may load lazily, and may fail on its own. */
export function PagePart({ current, fallback, children }: PagePartProps) {
  return (
    <Box id={PAGE_PART_ID} tabIndex={-1} sx={{ outline: 'none' }}>
      <PartBoundary key={current}>
        <Suspense fallback={fallback}>{children}</Suspense>
      </PartBoundary>
    </Box>
  );
}

/** Shows an error with a retry button in place of a part of a page that failed, and the rest of the page stays. */
export function PartBoundary({ children }: { children: ReactNode }) {
  const { documents } = useBackend();
  // Nothing else shows the data that the part could not.
  return <ErrorCatcher onRetry={documents.forgetUnshown}>{children}</ErrorCatcher>;
}

interface ErrorCatcherProps {
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

class ErrorCatcher extends Component<ErrorCatcherProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const retry = () => {
      this.props.onRetry();
      this.setState({ hasFailed: false });
    };
    return (
      <Alert severity="error" sx={{ mb: 3 }} action={<RetryButton onRetry={retry} />}>
        <AlertTitle>{t`This part of the page can’t be shown.`}</AlertTitle>
        {t`The rest of the page works. If trying again doesn’t help, contact store staff.`}
      </Alert>
    );
  }
}
