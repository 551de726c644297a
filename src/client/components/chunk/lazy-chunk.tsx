import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react';
import { ChunkError, loadChunk } from '#client/backend/load-chunk.ts';
import { RetryButton } from '#client/components/feedback/retry-button.tsx';
import { t } from '#shared/languages/translate.ts';

/** The position of an error: in place of the component, or for dialogs at the bottom of the window. */
type ChunkPlace = 'here' | 'window';

/**
 * Returns a component that loads on first render (see `loadChunk`), inside the nearest `Suspense`. When
 * its chunk fails to load, an error with a retry button shows in its place, and the rest of the page stays.
 */
export function lazyChunk<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
  place: ChunkPlace = 'here',
) {
  const attempt = (again: boolean) => lazy(async () => ({ default: await loadChunk(id, load, { again }) }));
  let Lazy = attempt(false);
  const forgetFailure = () => {
    Lazy = attempt(true);
  };
  function Chunk(props: Props) {
    // The same for as long as it's mounted, or its state would be lost.
    const [Shown] = useState(() => Lazy);
    return <Shown {...props} />;
  }
  return function LazyChunk(props: Props) {
    return (
      <ChunkBoundary place={place} onFailure={forgetFailure}>
        {() => <Chunk {...props} />}
      </ChunkBoundary>
    );
  };
}

interface ChunkBoundaryProps {
  readonly place: ChunkPlace;
  /** React caches the result of a lazy component, so a retry needs a new one. */
  readonly onFailure: () => void;
  readonly children: () => ReactNode;
}

/** Catches chunk errors; all others propagate to the next boundary. */
class ChunkBoundary extends Component<ChunkBoundaryProps, { readonly error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    this.props.onFailure();
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children();
    if (!((error as unknown) instanceof ChunkError)) throw error;
    const failure = <ChunkFailure error={error} onRetry={() => this.setState({ error: null })} />;
    if (this.props.place === 'here') return failure;
    return (
      <Box sx={{ position: 'fixed', zIndex: 'snackbar', left: 16, right: 16, bottom: 16, maxWidth: 560 }}>
        {failure}
      </Box>
    );
  }
}

interface ChunkFailureProps {
  readonly error: ChunkError;
  readonly onRetry: () => void;
}

/** Shows which chunk failed to load, why, and what to do (specification section 8). */
export function ChunkFailure({ error, onRetry }: ChunkFailureProps) {
  return (
    <Alert severity="error" action={<RetryButton onRetry={onRetry} />}>
      <AlertTitle>{error.message}</AlertTitle>
      {error.reason} {t`Check your connection, then try again.`}
    </Alert>
  );
}
