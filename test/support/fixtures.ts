import { readFileSync } from 'node:fs';
import { bytesSource } from '#shared/packages/byte-source.ts';
import { type Inspection, type InspectOptions, inspectPackage } from '#shared/packages/inspect.ts';

/** Reads a package in test/fixtures/packages. */
export function readFixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../fixtures/packages/${name}`, import.meta.url)));
}

/** Inspects a package in test/fixtures/packages. */
export function inspectFixture(name: string, options: InspectOptions = {}): Promise<Inspection> {
  return inspectPackage(bytesSource(readFixture(name)), options);
}
