import { assert, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DerError, derChildren, readDer, readInteger, readOid, sequenceOf } from './der.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

describe('readDer', () => {
  it('reads short, long and indefinite lengths without changing the bytes', () => {
    const short = readDer(bytes('02 01 05 ff'));
    expect(short).toMatchObject({
      tagClass: 0,
      tag: 2,
      constructed: false,
      encoded: bytes('02 01 05'),
      content: bytes('05'),
    });
    expect(readDer(bytes('04 82 0002 aabb')).content).toEqual(bytes('aabb'));
    const indefinite = readDer(bytes('30 80 30 80 0201 07 0000 0201 08 0000 ff'));
    expect(indefinite.encoded.length).toBe(14);
    expect(derChildren(indefinite.content).map(({ tag }) => tag)).toEqual([16, 2]);
    expect(readDer(bytes('bf 8148 00'))).toMatchObject({ tagClass: 2, tag: 200, constructed: true });
  });

  it.each([
    ['nothing', ''],
    ['a tag alone', '30'],
    ['a length past the end', '30 05 00'],
    ['a giant length', '30 84 ffffffff'],
    ['a length longer than any file', '30 ff'],
    ['an open end', '30 80 0201 01'],
    ['an indefinite primitive', '04 80 0000'],
    ['a tag without end', 'bf ffffffffffffff'],
    ['endless nesting', '3080'.repeat(100)],
  ])('rejects %s', (_, hex) => {
    expect(() => readDer(bytes(hex))).toThrow(DerError);
  });

  it('returns a value or throws a DerError for any bytes', () => {
    assert(
      property(uint8Array({ maxLength: 200 }), (input) => {
        expect(outcome(input)).toMatch(/^(read|rejected)$/);
      }),
    );
  });
});

function outcome(input: Uint8Array): string {
  try {
    const children = derChildren(readDer(input).content);
    return children.every(({ encoded }) => encoded.length <= input.length) ? 'read' : 'wrong';
  } catch (error) {
    return error instanceof DerError ? 'rejected' : String(error);
  }
}

describe('values', () => {
  it('reads signed numbers and object identifiers', () => {
    expect(readInteger(readDer(bytes('02 02 0080')))).toBe(128n);
    expect(readInteger(readDer(bytes('02 01 80')))).toBe(-128n);
    expect(readOid(readDer(bytes('06 09 2a864886f70d010101')))).toBe('1.2.840.113549.1.1.1');
    expect(readOid(readDer(bytes('06 03 883703')))).toBe('2.999.3');
  });

  it('rejects values of a different type, and empty ones', () => {
    expect(() => readInteger(readDer(bytes('04 01 05')))).toThrow(DerError);
    expect(() => readInteger(readDer(bytes('02 00')))).toThrow(DerError);
    expect(() => readInteger(undefined)).toThrow(DerError);
    expect(() => readOid(readDer(bytes('06 00')))).toThrow(DerError);
    expect(() => sequenceOf(readDer(bytes('31 00')))).toThrow(DerError);
  });
});
