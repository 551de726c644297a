/** How far an upload was at one moment: time in milliseconds, bytes that the server has. */
export interface Sample {
  readonly at: number;
  readonly sent: number;
}

const WINDOW_MS = 8_000;

/** The samples of the last eight seconds with the new one added; older ones no longer say how fast it goes. */
export function withSample(samples: readonly Sample[], next: Sample): Sample[] {
  return [...samples.filter((sample) => next.at - sample.at <= WINDOW_MS), next];
}

/** Bytes per second over the samples; null while they span less than a second and would jump about. */
export function bytesPerSecond(samples: readonly Sample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < 1000) return null;
  return ((last.sent - first.sent) * 1000) / (last.at - first.at);
}
