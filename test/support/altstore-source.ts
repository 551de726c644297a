import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

const SCHEMA = JSON.parse(
  readFileSync(new URL('./altstore-source.schema.json', import.meta.url), 'utf8'),
) as object;

const validate = new Ajv2020({ allErrors: true, strict: true, strictRequired: false }).compile(SCHEMA);

/** The fields of a source that tests read. */
export interface Source {
  readonly name: string;
  readonly tintColor?: string;
  readonly iconURL?: string;
  readonly apps: readonly {
    readonly name: string;
    readonly bundleIdentifier: string;
    readonly marketplaceID?: string;
    readonly developerName: string;
    readonly localizedDescription: string;
    readonly iconURL: string;
    readonly category?: string;
    readonly screenshots?: { readonly iphone: readonly object[]; readonly ipad: readonly object[] };
    readonly versions: readonly {
      readonly version: string;
      readonly buildVersion: string;
      readonly date: string;
      readonly downloadURL: string;
      readonly size: number;
      readonly sha256: string;
    }[];
    readonly appPermissions: {
      readonly entitlements: readonly string[];
      readonly privacy: Readonly<Record<string, string>>;
    };
  }[];
}

/**
 * Checks a source as its clients do and returns it: by the schema, and for what makes them refuse all of it although the
 * schema allows it.
 */
export function checkSource(source: Source, kind: 'classic' | 'pal'): Source {
  validate(source);
  expect(validate.errors ?? []).toEqual([]);
  const ids = source.apps.map(({ bundleIdentifier }) => bundleIdentifier);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { versions, marketplaceID } of source.apps) {
    const names = versions.map(({ version, buildVersion }) => JSON.stringify([version, buildVersion]));
    expect(new Set(names).size).toBe(names.length);
    expect(marketplaceID !== undefined).toBe(kind === 'pal');
    if (kind === 'pal') expect(versions.every(({ buildVersion }) => buildVersion !== '')).toBe(true);
  }
  return source;
}
