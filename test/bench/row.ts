/** One line of the report: what was measured, and what was aimed at. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The goal in words; absent where the figure is only information. */
  readonly goal?: string;
  /** True when the goal is met. */
  readonly ok?: boolean;
}

/** The middle value, which one disturbed run does not move. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
