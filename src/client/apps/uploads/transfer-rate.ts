/** A sample of an upload's progress: time in milliseconds, and uploaded bytes. */
export interface Sample {
  readonly at: number;
  readonly sent: number;
}

const WINDOW_MS = 8_000;

/**
 * Returns the samples of the last eight seconds including the new one; older ones don't reflect the current speed.
 */
export function withSample(samples: readonly Sample[], next: Sample): Sample[] {
  return [...samples.filter((sample) => next.at - sample.at <= WINDOW_MS), next];
}

/** Returns the bytes per second over the samples; null while they span less than a second and would fluctuate. */
export function bytesPerSecond(samples: readonly Sample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < 1000) return null;
  return ((last.sent - first.sent) * 1000) / (last.at - first.at);
}
