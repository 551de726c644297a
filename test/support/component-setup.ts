import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

/*
 * Components mount twice, as in development (`StrictMode`). Errors and warnings in the console fail the test that doesn't
 * expect them: React reports unsafe effects, lost updates and invalid markup there.
 */

configure({ reactStrictMode: true });

const expected: RegExp[] = [];

/** Says that a test provokes errors or warnings like this one itself. */
export function expectConsoleProblem(pattern: RegExp): void {
  expected.push(pattern);
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  const patterns = expected.splice(0);
  const problems = [console.error, console.warn]
    .flatMap((report) => vi.mocked(report).mock.calls)
    .map((parts) => parts.map(String).join(' '))
    .filter((problem) => !patterns.some((pattern) => pattern.test(problem)));
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
