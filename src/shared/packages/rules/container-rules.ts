import { t } from '../../languages/translate.ts';
import { listNames, type SomeNames } from '../finding.ts';
import { type CaseValues, oneOf, type RuleRecord, type WithoutFile } from './rule.ts';

type InFile = {
  readonly file: string;
};
type Difference = InFile & { readonly own: number | string; readonly listed: number | string };

/** What the header of a file may have that its directory hasn't. */
const HEADER_PROBLEMS = {
  outOfBounds: ({ file }: InFile) => t`${file}: its header is out of bounds.`,
  missing: ({ file }: InFile) => t`${file}: no file starts at the offset in the directory.`,
  name: ({ file }: InFile) => t`${file}: its header has a different name.`,
  flags: ({ file, own, listed }: Difference) =>
    t`${file}: its header has the flags ${own}, but the directory has ${listed}.`,
  method: ({ file, own, listed }: Difference) =>
    t`${file}: its header has the compression method ${own}, but the directory has ${listed}.`,
  checksum: ({ file, own, listed }: Difference) =>
    t`${file}: its header has the checksum ${own}, but the directory has ${listed}.`,
  compressedSize: ({ file, own, listed }: Difference) =>
    t`${file}: its header has the compressed size ${own}, but the directory has ${listed}.`,
  size: ({ file, own, listed }: Difference) =>
    t`${file}: its header has the size ${own}, but the directory has ${listed}.`,
  noSizes: ({ file }: InFile) => t`${file}: its header has no sizes.`,
  dataOutOfBounds: ({ file }: InFile) => t`${file}: its data is out of bounds.`,
  descriptor: ({ file }: InFile) => t`${file}: its data descriptor doesn’t match its size and checksum.`,
  zip64Repeated: ({ file }: InFile) => t`${file}: it has several ZIP64 fields.`,
  zip64Wrong: ({ file }: InFile) => t`${file}: its ZIP64 field contradicts its sizes in the directory.`,
};

/** A contradiction between the header of a file and the directory, without the name of the file. */
export type HeaderProblem = WithoutFile<CaseValues<typeof HEADER_PROBLEMS>>;

type TooLarge = InFile & {
  readonly unpacked: number;
  readonly max: number;
};

/** Evidence of a file that is larger than what is read of it. */
const TOO_LARGE = {
  tooLarge: ({ file, unpacked, max }: TooLarge) =>
    t`${file} unpacks to ${unpacked} bytes; the maximum is ${max}.`,
};

/** Evidence of a file in the package that can't be read. */
export const ENTRY_PROBLEMS = {
  outOfBounds: ({ file }: InFile) => t`${file}: its header is out of bounds.`,
  missing: ({ file, at }: InFile & { readonly at: number }) =>
    t`${file}: no entry starts at byte ${at}, the offset in the directory.`,
  cutOff: ({ file }: InFile) => t`${file}: its data is cut off.`,
  encrypted: ({ file }: InFile) => t`${file}: it’s encrypted.`,
  method: ({ file, method }: InFile & { readonly method: number }) =>
    t`${file}: compression method ${method} is unknown; only stored and deflated files can be installed.`,
  damaged: ({ file }: InFile) => t`${file}: its compressed data is damaged.`,
  impossible: ({ file, own, listed }: Difference) => t`${file}: ${own} bytes can’t unpack to ${listed}.`,
  larger: ({ file, listed }: InFile & { readonly listed: number }) =>
    t`${file}: it’s larger than the ${listed} bytes declared in the directory.`,
  size: ({ file, own, listed }: Difference) =>
    t`${file}: it has ${own} bytes, but the directory declares ${listed}.`,
  checksum: ({ file }: InFile) => t`${file}: its checksum doesn’t match its data.`,
  ...TOO_LARGE,
};
export type EntryProblem = CaseValues<typeof ENTRY_PROBLEMS>;

/** Rules about the ZIP container. A package that breaks one is not read any further. */
export const CONTAINER_RULES = {
  'zip-duplicates': {
    severity: 'error',
    isAlwaysEnforced: true,
    get title() {
      return t`The package contains duplicate file names`;
    },
    get fix() {
      return t`Remove the duplicate file. Which one is used depends on the software that reads the package.`;
    },
    checks: 'The names in the ZIP’s directory.',
    why: 'Of two files with the same name, the inspection could see one and the device use the other.',
    evidence: (files: SomeNames) => t`Duplicated: ${listNames(files)}.`,
  },
  'zip-leading-bytes': {
    severity: 'error',
    isAlwaysEnforced: true,
    get title() {
      return t`The package starts with bytes that aren’t part of the ZIP`;
    },
    get fix() {
      return t`Upload the package exactly as the build produced it. Such bytes can hide a second program (CVE-2017-13156, "Janus").`;
    },
    checks: 'The bytes before the first file of the ZIP.',
    why: 'A program in front of the ZIP can run instead of the signed one on old devices.',
    evidence: ({ bytes }: { bytes: number }) => t`${bytes} bytes come before the first entry.`,
  },
  'zip-overlap': {
    severity: 'error',
    isAlwaysEnforced: true,
    get title() {
      return t`Files in the package overlap`;
    },
    get fix() {
      return t`Rebuild the package. Build tools never write overlapping files, but ZIP bombs do.`;
    },
    checks: 'Where each file of the ZIP begins and ends.',
    why: 'Overlapping files are how a small file unpacks to terabytes, or reads differently in different programs.',
    evidence: oneOf({
      file: ({ file, next }: { file: string; next: string }) => t`The data of ${file} overlaps ${next}.`,
      end: ({ file }: { file: string }) => t`The data of ${file} overlaps the signature or the directory.`,
    }),
  },
  'zip-bomb': {
    severity: 'error',
    isAlwaysEnforced: true,
    get title() {
      return t`The package unpacks to too much data`;
    },
    get fix() {
      return t`Remove padding and empty data from the package, or download large data when the app runs.`;
    },
    checks: 'The sizes of the files before and after unpacking.',
    why: 'Unpacking it would fill a disk.',
    evidence: oneOf({
      total: ({ size, unpacked }: { size: number; unpacked: number }) =>
        t`${size} bytes unpack to ${unpacked} bytes.`,
      impossible: ({ file, size, unpacked }: { file: string; size: number; unpacked: number }) =>
        t`${file} claims to unpack from ${size} to ${unpacked} bytes, which isn’t possible.`,
      ...TOO_LARGE,
    }),
  },
  'zip-name': {
    severity: 'error',
    isAlwaysEnforced: true,
    get title() {
      return t`The package contains invalid file names`;
    },
    get fix() {
      return t`Name every file in UTF-8 without NUL characters, and rebuild the package. Android can’t open a package with other names.`;
    },
    checks: 'The encoding of the names in the ZIP.',
    why: 'Android can’t open a package with such a name.',
    evidence: (files: SomeNames) => t`Empty, contains a NUL character or isn’t UTF-8: ${listNames(files)}.`,
  },
  'zip-header': {
    severity: 'error',
    isAlwaysEnforced: true,
    get title() {
      return t`Files in the package don’t match its directory`;
    },
    get fix() {
      return t`Rebuild the package with the platform’s build tools and upload it unchanged. Devices reject a package whose file headers don’t match its directory.`;
    },
    checks: 'The header of each file against the ZIP’s directory.',
    why: 'Programs that read one see another package than programs that read the other.',
    evidence: oneOf(HEADER_PROBLEMS),
  },
} as const satisfies Record<string, RuleRecord>;
