/** Converts big-endian bytes to an unsigned number. */
export function bytesToNumber(bytes: Uint8Array): bigint {
  let hex = '0';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return BigInt(`0x${hex}`);
}

/** Converts `value` to `size` big-endian bytes; it must fit. */
export function numberToBytes(value: bigint, size: number): Uint8Array {
  const hex = value.toString(16).padStart(size * 2, '0');
  return Uint8Array.from({ length: size }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}

/** Returns the number of bits in a non-negative `value`. */
export function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

/** Computes base^exponent mod modulus, for a positive modulus. */
export function modPow(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n % modulus;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === '1') result = (result * base) % modulus;
  }
  return result;
}

/** Returns the modular inverse of `value`; undefined when there is none. */
export function modInverse(value: bigint, modulus: bigint): bigint | undefined {
  let [remainder, nextRemainder] = [modulus, value % modulus];
  let [factor, nextFactor] = [0n, 1n];
  while (nextRemainder !== 0n) {
    const quotient = remainder / nextRemainder;
    [remainder, nextRemainder] = [nextRemainder, remainder - quotient * nextRemainder];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  if (remainder !== 1n) return undefined;
  return factor < 0n ? factor + modulus : factor;
}
