import { assert, property, uint8Array } from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBase64 } from './base64.ts';

it('decodes the output of other encoders, with or without padding', () => {
  assert(
    property(uint8Array(), (bytes) => {
      const text = Buffer.from(bytes).toString('base64');
      expect(decodeBase64(text)).toEqual(bytes);
      expect(decodeBase64(text.replace(/=+$/, ''))).toEqual(bytes);
    }),
  );
});

it.each(['A', 'AAAAA', 'AA=', '=', 'AA==AA==', 'AAA ', 'AA\n==', 'A_A-', 'ä'])('rejects %j', (text) => {
  expect(decodeBase64(text)).toBeUndefined();
});
