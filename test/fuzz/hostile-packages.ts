import { MANIFESTS, TABLES } from './hostile-apks.ts';
import { IPAS } from './hostile-ipas.ts';
import type { HostileKind } from './hostile-kind.ts';
import { SIGNATURES } from './hostile-signatures.ts';
import { ZIPS } from './hostile-zips.ts';

/** Every kind of hostile package by name. */
export const HOSTILE: Readonly<Record<string, HostileKind>> = {
  ...ZIPS,
  ...MANIFESTS,
  ...TABLES,
  ...SIGNATURES,
  ...IPAS,
};
