import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { bytesSource } from '#shared/packages/byte-source.ts';
import { evaluatePackage } from '#shared/packages/evaluate.ts';
import { packageFactsSchema, signatureFactsSchema } from '#shared/packages/facts.ts';
import { findingSchema } from '#shared/packages/finding.ts';
import { inspectPackage } from '#shared/packages/inspect.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';

const FOLDER = new URL('../fixtures/packages/', import.meta.url);
const MAX_MILLISECONDS = 3_000;
/** Larger fixtures are bombs; repacking them is not the point here. */
const MAX_REPACKED = 20_000;

interface Fixture {
  name: string;
  bytes: Uint8Array;
}

/** A package that fast-check prints by name; the seed reproduces its bytes. */
class DamagedPackage implements Fixture {
  readonly name: string;
  readonly bytes: Uint8Array;

  constructor(name: string, bytes: Uint8Array) {
    this.name = name;
    this.bytes = bytes;
  }

  [fc.toStringMethod](): string {
    return this.name;
  }
}

const fixtures: Fixture[] = readdirSync(FOLDER).map((name) => ({
  name,
  bytes: new Uint8Array(readFileSync(new URL(name, FOLDER))),
}));

/** Values that tend to break lengths, counts and offsets. */
const AWKWARD = [
  0, 1, 2, 7, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff,
];

type Mutation = (bytes: Uint8Array) => Uint8Array;

const position = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(position, fc.integer({ min: 0, max: 255 })).map(([at, value]) => overwrite(at, [value])),
  fc
    .tuple(position, fc.constantFrom(...AWKWARD), fc.constantFrom(2, 4))
    .map(([at, value, size]) => overwrite(at, littleEndian(value, size))),
  fc
    .tuple(position, fc.constantFrom(...AWKWARD), fc.constantFrom(2, 4))
    .map(([at, value, size]) => overwrite(at, littleEndian(value, size).toReversed())),
  position.map(
    (share): Mutation =>
      (bytes) =>
        bytes.slice(0, Math.floor(bytes.length * share)),
  ),
  fc.tuple(position, position).map(([from, to]) => moveBlock(from, to)),
);

function overwrite(share: number, values: number[]): Mutation {
  return (bytes) => {
    const copy = bytes.slice();
    const at = Math.floor(share * bytes.length);
    copy.set(values.slice(0, bytes.length - at), at);
    return copy;
  };
}

function littleEndian(value: number, size: number): number[] {
  return Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** index) % 256);
}

function moveBlock(from: number, to: number): Mutation {
  return (bytes) => {
    const copy = bytes.slice();
    const start = Math.floor(from * bytes.length);
    copy.copyWithin(Math.floor(to * bytes.length), start, start + 64);
    return copy;
  };
}

/** Generates fixtures with changed bytes, or with one changed file in a rewritten ZIP. */
export const damagedPackage: fc.Arbitrary<Fixture> = fc
  .record({
    fixture: fc.constantFrom(...fixtures),
    inside: fc.option(fc.nat(), { nil: null }),
    mutations: fc.array(mutation, { minLength: 1, maxLength: 8 }),
  })
  .map(({ fixture, inside, mutations }) => {
    const mutate = (bytes: Uint8Array) => mutations.reduce((changed, change) => change(changed), bytes);
    if (inside === null || fixture.bytes.length > MAX_REPACKED || fixture.name === 'truncated.apk') {
      return new DamagedPackage(fixture.name, mutate(fixture.bytes));
    }
    const files = unzipSync(fixture.bytes);
    const names = Object.keys(files);
    const chosen = names[inside % names.length] ?? '';
    files[chosen] = new Uint8Array(mutate(files[chosen] ?? new Uint8Array()));
    return new DamagedPackage(
      `${fixture.name}, ${chosen}`,
      zipSync(files, { level: inside % 2 === 0 ? 0 : 6 }),
    );
  });

/**
 * Inspects and evaluates any bytes. Fails when that throws, takes more than three seconds, returns neither
 * facts nor findings, or returns text that the API cannot send.
 * @returns the findings, and the processor time used, which excludes other programs on the machine
 */
export async function inspectAnything({ name, bytes }: Fixture) {
  const start = process.cpuUsage();
  const { icon: _, ...inspection } = await inspectPackage(bytesSource(bytes));
  const findings = evaluatePackage(inspection, { minTargetSdk: 23 });
  const { user, system } = process.cpuUsage(start);
  const cpuMs = (user + system) / 1_000;
  if (cpuMs > MAX_MILLISECONDS) throw new Error(`${name} took ${Math.round(cpuMs)} ms`);
  findings.forEach((finding) => findingSchema.parse(describeFinding(finding)));
  signatureFactsSchema.parse(inspection.signature);
  packageFactsSchema.nullable().parse(inspection.package);
  if (!inspection.package && findings.length === 0) throw new Error(`${name}: neither facts nor finding`);
  const text = unstorableText({ inspection, findings });
  if (text !== null) throw new Error(`${name}: text that PostgreSQL can’t store: ${JSON.stringify(text)}`);
  return { findings, cpuMs, resultBytes: JSON.stringify(inspection).length };
}

/**
 * Returns a text or key with a NUL character or half a surrogate pair in it, which a `jsonb` column can't hold; null when
 * there is none. A backslash and `u0000` as characters, as evidence quotes such a name, is ordinary text.
 * @see PostgreSQL documentation, section 8.14 (JSON types)
 */
export function unstorableText(value: unknown): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? value : null;
  if (value === null || typeof value !== 'object') return null;
  for (const part of Object.entries(value).flat()) {
    const text = unstorableText(part);
    if (text !== null) return text;
  }
  return null;
}
