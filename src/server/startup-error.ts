/**
 * A reason not to start that the operator can do something about. Its message is a finished text for a person
 * (what is wrong, what to do); `main.ts` prints it without a stack.
 */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}
