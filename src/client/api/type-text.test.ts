import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { calls } from '#shared/calls.ts';
import { type JsonSchema, typeText } from './type-text.ts';

function text(schema: z.ZodType): string {
  return typeText(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema);
}

describe('typeText', () => {
  test.each([
    [z.string(), 'string'],
    [z.number().int(), 'number'],
    [z.boolean(), 'boolean'],
    [z.string().nullable(), 'string | null'],
    [z.enum(['a', 'b']), '"a" | "b"'],
    [z.array(z.enum(['a', 'b'])), '("a" | "b")[]'],
    [z.object({}), '{}'],
    [z.object({ a: z.string(), b: z.number().optional() }), '{ a: string, b?: number }'],
    [z.record(z.string(), z.string()), '{ [key]: string }'],
    [z.literal(true), 'true'],
  ])('reads as a type', (schema, expected) => {
    expect(text(schema)).toBe(expected);
  });

  test('a wide object has one field a line', () => {
    const wide = z.object({
      applicationIdentifier: z.string(),
      applicationName: z.string(),
      summary: z.string(),
    });
    expect(text(wide)).toBe(
      '{\n  applicationIdentifier: string\n  applicationName: string\n  summary: string\n}',
    );
  });

  test('every contract can be shown, in and out', () => {
    for (const contract of Object.values(calls)) {
      for (const schema of [contract.input, contract.output]) {
        expect(text(schema)).not.toContain('undefined');
      }
    }
  });
});
