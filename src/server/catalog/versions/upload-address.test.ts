import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { readUploadId, uploadUrl } from './upload-address.ts';

const config = readConfig({});
const ID = '0190fbb0-6c1a-4f6e-8a5d-2f6f0c6f9b11';

it('reads the id from the URL given to clients', () => {
  expect(readUploadId(uploadUrl(config, ID), config)).toBe(ID);
  expect(readUploadId(uploadUrl(config, ID), readConfig({ BASE_PATH: '/' }))).toBeNull();
});

it('rejects URLs with anything before, within or after the id', () => {
  const [before, after] = [uploadUrl(config, '').length, uploadUrl(config, ID)];
  const piece = fc.oneof(
    fc.constantFrom('?', '#', '/', '%2f', '..', `/${ID}`, `?/${ID}`, '\0', 'A'),
    fc.string(),
  );
  fc.assert(
    fc.property(piece, fc.nat({ max: ID.length }), (inserted, at) => {
      fc.pre(inserted !== '');
      const url = after.slice(0, before + at) + inserted + after.slice(before + at);
      expect(readUploadId(url, config)).toBeNull();
    }),
  );
});
