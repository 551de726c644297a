/** The permutation of RFC 2268, section 2. */
const PI_TABLE = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32' +
    'bd8f40eb86b77b0bf09521225c6b4e8254d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed708e8eade8052eef784aa72ac354d6a2a' +
    '961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2e' +
    'c5f3db47e5a59c770aa62068fe7fc1ad',
  'hex',
);

const BLOCK_BYTES = 8;
/** Rotation of each word in a mixing round. */
const ROTATIONS = [1, 2, 3, 5] as const;
const ROUNDS = 16;
/** Mixing rounds that a mashing round follows. */
const MASHED_AFTER = new Set([4, 10]);

/**
 * Decrypts RC2 in CBC mode without removing its padding. Keystores of Java 15 and older encrypt certificates with it, and
 * OpenSSL no longer has it by default. The effective key length is that of the key.
 * @see RFC 2268
 */
export function decryptRc2(ciphertext: Uint8Array, key: Uint8Array, iv: Uint8Array): Buffer {
  const words = expandKey(key);
  const input = Buffer.from(ciphertext);
  const output = Buffer.alloc(input.length);
  let previous = Buffer.from(iv);
  for (let at = 0; at + BLOCK_BYTES <= input.length; at += BLOCK_BYTES) {
    const block = input.subarray(at, at + BLOCK_BYTES);
    decryptBlock(block, words).forEach((word, index) => {
      output.writeUInt16LE(word ^ previous.readUInt16LE(index * 2), at + index * 2);
    });
    previous = block;
  }
  return output;
}

function expandKey(key: Uint8Array): Uint16Array {
  const bytes = Buffer.alloc(128);
  bytes.set(key);
  const pi = (value: number) => PI_TABLE[value & 0xff] ?? 0;
  const at = (index: number) => bytes[index] ?? 0;
  for (let index = key.length; index < 128; index++) {
    bytes[index] = pi(at(index - 1) + at(index - key.length));
  }
  bytes[128 - key.length] = pi(at(128 - key.length));
  for (let index = 127 - key.length; index >= 0; index--) {
    bytes[index] = pi(at(index + 1) ^ at(index + key.length));
  }
  return Uint16Array.from({ length: 64 }, (_, index) => bytes.readUInt16LE(index * 2));
}

function decryptBlock(block: Buffer, key: Uint16Array): Uint16Array {
  const words = Uint16Array.from({ length: 4 }, (_, index) => block.readUInt16LE(index * 2));
  const word = (index: number) => words[index & 3] ?? 0;
  for (let round = ROUNDS - 1; round >= 0; round--) {
    for (let index = 3; index >= 0; index--) {
      const turn = ROTATIONS[index] ?? 0;
      const rotated = (word(index) >>> turn) | (word(index) << (16 - turn));
      const mixed = (word(index - 1) & word(index - 2)) + (~word(index - 1) & word(index - 3));
      words[index] = rotated - (key[round * 4 + index] ?? 0) - mixed;
    }
    if (!MASHED_AFTER.has(round - 1)) continue;
    for (let index = 3; index >= 0; index--) {
      words[index] = word(index) - (key[word(index - 1) & 63] ?? 0);
    }
  }
  return words;
}
