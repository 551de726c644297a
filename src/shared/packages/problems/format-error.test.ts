import { describe, expect, test } from 'vitest';
import { decodeBinaryXml } from '../apk/binary-xml.ts';
import { ANDROID_PROBLEMS } from './android-problems.ts';
import { APPLE_PROBLEMS } from './apple-problems.ts';
import { CERTIFICATE_PROBLEMS } from './certificate-problems.ts';
import { describeProblem, FormatError, problemOf } from './format-error.ts';
import { JAR_PROBLEMS } from './jar-problems.ts';
import { BLOCK_PROBLEMS } from './signature-problems.ts';

function problemIn(read: () => unknown) {
  try {
    return read();
  } catch (error) {
    return problemOf(error as RangeError);
  }
}

test.each([
  ['formats', [ANDROID_PROBLEMS, APPLE_PROBLEMS, CERTIFICATE_PROBLEMS, { outOfBounds: null }]],
  ['signatures', [BLOCK_PROBLEMS, JAR_PROBLEMS]],
])('no two problems of %s have the same id', (_, records) => {
  const ids = records.flatMap((record) => Object.keys(record));
  expect(ids).toEqual([...new Set(ids)]);
});

describe('a problem of a format', () => {
  test('is thrown with its values, and a message for logs', () => {
    const error = new FormatError({ problem: 'stringNul', text: 'a' });
    expect(error.message).toBe('the string "a" contains NUL');
    expect(problemOf(error)).toEqual({ problem: 'stringNul', text: 'a' });
  });

  test('is one of its own where a reader went past the end', () => {
    const read = () => decodeBinaryXml(Uint8Array.of(3, 0, 8));
    expect(problemIn(read)).toEqual({ problem: 'outOfBounds' });
  });

  test.each(['Value is cut off', 'toString', '__proto__'])('that is the text %j is that text', (problem) => {
    expect(describeProblem({ problem })).toBe(problem);
  });
});
