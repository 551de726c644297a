/** Exit codes: success, a rejected package or request, or a command that could not run. */
export const EXIT = { success: 0, rejected: 1, failed: 2 } as const;

/** Thrown for invalid arguments; the message explains the problem. */
export class UsageError extends Error {}

interface Command {
  readonly name: string;
  readonly help: string;
  /** Returns the exit code. */
  readonly run: (args: string[]) => Promise<number>;
}

/** Runs a command and returns its exit code. Explains invalid arguments on stderr. */
export async function runCommand({ name, help, run }: Command, args: string[]): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`quayside ${name}: ${error.message}\n\n${help}`);
    return EXIT.failed;
  }
}
