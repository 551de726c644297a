/**
 * Takes the log of servers that run in the process of a test: Vitest shows it with the test if that fails. Errors on the
 * console stay those that something printed beside the log.
 */
export const testOutput = {
  write: (line: string): void => console.info(line.trimEnd()),
};
