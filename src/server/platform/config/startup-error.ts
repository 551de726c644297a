/**
 * A reason not to start that the operator can fix. Its message says what is wrong and what to do; `main.ts`
 * prints it without a stack.
 */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}
