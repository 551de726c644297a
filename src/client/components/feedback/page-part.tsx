import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { Children, Component, Fragment, isValidElement, type ReactNode, Suspense } from 'react';
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

/** Shows parts of a page one after the other, of which each may fail on its own. */
export function Parts({ children }: { children: ReactNode }) {
  return Children.map(children, (child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return child;
    if (child.type === Fragment) return <Parts>{child.props.children}</Parts>;
    return <PartBoundary>{child}</PartBoundary>;
  });
}

interface PartBoundaryProps {
  /** Shown instead of the error with its button, for a part that nobody needs. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Shows an error with a retry button in place of a part of a page that failed, and the rest of the page stays. */
export function PartBoundary({ fallback, children }: PartBoundaryProps) {
  const { documents } = useBackend();
  // The data that the part could not show may be its own, or that of the page.
  const reload = async () => (await documents.refreshes()).reload();
  return (
    <ErrorCatcher fallback={fallback} onRetry={reload}>
      {children}
    </ErrorCatcher>
  );
}

interface ErrorCatcherProps extends PartBoundaryProps {
  readonly onRetry: () => Promise<void>;
}

class ErrorCatcher extends Component<ErrorCatcherProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    const retry = async () => {
      await this.props.onRetry();
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
