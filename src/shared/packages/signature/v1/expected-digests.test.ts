import { describe, expect, it } from 'vitest';
import { SignatureProblem } from '../problem.ts';
import { expectedDigests } from './expected-digests.ts';
import { readSections } from './jar-manifest.ts';

function names(text: string, minSdk: number, maxSdk = 30) {
  const [section] = readSections(Buffer.from(`Name: x\n${text}\n`));
  if (!section) throw new Error('no section');
  return expectedDigests(section, '-Digest', { minSdk, maxSdk }).map(({ name }) => name);
}

describe('expectedDigests', () => {
  const both = 'SHA1-Digest: AAAA\nSHA-256-Digest: BBBB';

  it('selects the strongest for new releases, SHA-1 for old ones, and both for both', () => {
    expect(names(both, 18)).toEqual(['SHA-256']);
    expect(names(both, 9, 17)).toEqual(['SHA-1']);
    expect(names(both, 9)).toEqual(['SHA-1', 'SHA-256']);
    expect(names('SHA1-Digest: AAAA', 9)).toEqual(['SHA-1']);
  });

  it('follows Digest-Algorithms on old releases, as far as they support them', () => {
    expect(names(`Digest-Algorithms: SHA-512 SHA-256\nSHA-512-Digest: AAAA\n${both}`, 8, 17)).toEqual([
      'SHA-256',
    ]);
    expect(names(`Digest-Algorithms: SHA-512 SHA-256\nSHA-512-Digest: AAAA\n${both}`, 9, 17)).toEqual([
      'SHA-512',
    ]);
    expect(names('Digest-Algorithms: MD5\nMD5-Digest: AAAA', 1, 17)).toEqual(['MD5']);
  });

  it('returns nothing when some release would find nothing', () => {
    expect(names('SHA-256-Digest: AAAA', 17)).toEqual([]);
    expect(names('MD5-Digest: AAAA', 18)).toEqual([]);
  });

  it('rejects digests that are not Base64', () => {
    expect(() => names('SHA1-Digest: ?', 18)).toThrow(SignatureProblem);
  });
});
