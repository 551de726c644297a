import { readFileSync } from 'node:fs';
import { bytesSource } from '#shared/packages/byte-source.ts';
import { type Inspection, type InspectOptions, inspectPackage } from '#shared/packages/inspect.ts';

/** The bytes of a package under test/fixtures/packages. */
export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`./fixtures/packages/${name}`, import.meta.url)));
}

/** Inspects a package under test/fixtures/packages. */
export function inspectFixture(name: string, options: InspectOptions = {}): Promise<Inspection> {
  return inspectPackage(bytesSource(fixture(name)), options);
}
