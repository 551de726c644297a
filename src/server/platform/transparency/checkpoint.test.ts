import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openCheckpoint, signCheckpoint, verifierKeyOf } from './checkpoint.ts';

const ORIGIN = 'store.example/quayside/transparency';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEY = verifierKeyOf(ORIGIN, publicKey);
const HEAD = { origin: ORIGIN, size: 20_852_163, root: randomBytes(32) };
const NOTE = signCheckpoint(HEAD, privateKey);

/** The example of golang.org/x/mod/sumdb/note, signed by its authors. */
const GO_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const GO_NOTE = Buffer.from(
  'SWYgeW91IHRoaW5rIGNyeXB0b2dyYXBoeSBpcyB0aGUgYW5zd2VyIHRvIHlvdXIgcHJvYmxlbSwKdGhlbiB5b3UgZG9u' +
    'J3Qga25vdyB3aGF0IHlvdXIgcHJvYmxlbSBpcy4KCuKAlCBQZXRlck5ldW1hbm4geDA4Z28vWkprdUJTOVVHL1NmZmN2' +
    'SUFReFZCdGlGdXBMTHI4cEFjRWxaSW5OSXVHVWdZTjFGRllDMnBaU05YZ0t2cWZxZG5nb3RwUlpiNktFNlJ5eUJ3Sm5B' +
    'TT0K',
  'base64',
).toString();

describe('a checkpoint', () => {
  test('has the lines of c2sp.org/tlog-checkpoint and opens with the key of the log', () => {
    expect(NOTE.split('\n').slice(0, 4)).toEqual([ORIGIN, '20852163', HEAD.root.toString('base64'), '']);
    expect(NOTE).toMatch(/\n— store\.example\/quayside\/transparency [A-Za-z0-9+/]+=*\n$/);
    expect(openCheckpoint(NOTE, KEY)).toEqual(HEAD);
  });

  test('may carry signatures of witnesses', () => {
    const witness = `— witness.example ${randomBytes(76).toString('base64')}\n`;
    expect(openCheckpoint(`${NOTE}${witness}`, KEY)).toEqual(HEAD);
  });

  test('is read as the format’s own implementation signs it', () => {
    expect(() => openCheckpoint(GO_NOTE, GO_KEY)).toThrow('The signed note isn’t a checkpoint.');
    expect(() => openCheckpoint(GO_NOTE.replace('think', 'drink'), GO_KEY)).toThrow(
      'The signature of the checkpoint is wrong.',
    );
  });

  test.each([
    ['altered', NOTE.replace('20852163', '20852164'), 'The signature of the checkpoint is wrong.'],
    ['unsigned', `${ORIGIN}\n1\n${HEAD.root.toString('base64')}\n`, 'isn’t a signed note'],
    ['signed by a key of another name', NOTE.replaceAll('— store', '— other'), 'isn’t signed by this key'],
    ['too long', `${'x'.repeat(100_001)}\n\n${NOTE}`, 'isn’t a signed note'],
    ['empty', '', 'isn’t a signed note'],
  ])('that is %s is rejected', (_, note, reason) => {
    expect(() => openCheckpoint(note, KEY)).toThrow(reason);
  });

  test.each(['', 'name', `${ORIGIN}+00000000+${KEY.split('+').slice(2).join('+')}`, KEY.slice(0, -8)])(
    'is not opened with the key %j',
    (key) => expect(() => openCheckpoint(NOTE, key)).toThrow('The key isn’t a verifier key'),
  );

  test('is not opened with the key of another log of the same name', () => {
    const other = verifierKeyOf(ORIGIN, generateKeyPairSync('ed25519').publicKey);
    expect(() => openCheckpoint(NOTE, other)).toThrow('isn’t signed by this key');
  });
});
