import { generateKeyPairSync } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { verifyJar } from '#test/support/jarsigner.ts';
import { selfSign } from './certificate.ts';
import { signDigests } from './jar.ts';
import { streamJar } from './stream-jar.ts';

const keyPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificate = selfSign(keyPair, { commonName: 'A feed', createdAt: new Date() });
const modifiedAt = new Date('2026-03-01T12:00:00Z');
const key = { privateKey: keyPair.privateKey, certificate };

async function* repeat(text: string, times: number) {
  for (let at = 0; at < times; at++) yield Buffer.from(text);
}

const readJar = (content: AsyncIterable<Uint8Array>) =>
  buffer(
    streamJar({ name: 'index-v1.json', content, modifiedAt }, async (digests) => signDigests(digests, key)),
  );

test.each([0, 1, 200_000])('jarsigner accepts a file of %d streamed pieces', async (pieces) => {
  const jar = await readJar(repeat('{"apps":[]}', pieces));
  const { status, report } = verifyJar(jar);
  expect(report).toContain('jar verified');
  expect(report).toMatch(/^smk? .*index-v1\.json$/m);
  expect(status).toBe(4);
  expect(Buffer.from(unzipSync(jar)['index-v1.json'] ?? []).toString()).toBe('{"apps":[]}'.repeat(pieces));
});

test('jarsigner rejects a signature for other content', async () => {
  const digests = { 'index-v1.json': Buffer.alloc(32).toString('base64') };
  const jar = await buffer(
    streamJar({ name: 'index-v1.json', content: repeat('{}', 1), modifiedAt }, async () =>
      signDigests(digests, key),
    ),
  );
  expect(verifyJar(jar).status).toBe(1);
});

test('fails when reading or signing fails', async () => {
  async function* broken() {
    yield Buffer.from('{');
    throw new Error('the database is gone');
  }
  await expect(readJar(broken())).rejects.toThrow('the database is gone');
  const content = repeat('{}', 1);
  const unsigned = streamJar({ name: 'index-v1.json', content, modifiedAt }, async () => {
    throw new Error('the server stops');
  });
  await expect(buffer(unsigned)).rejects.toThrow('the server stops');
});
