/** The text and the exit code with which a command ends. */
export interface Report {
  readonly output: string;
  readonly exitCode: number;
}
