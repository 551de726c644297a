import { t } from '../../languages/translate.ts';
import { listNames, type SomeNames } from '../finding.ts';
import { describeProblem, type FormatProblem } from '../problems/format-error.ts';
import type { CaseValues } from './rule.ts';

/** An attribute as `<element name>`. */
type At = {
  readonly place: string;
};
type Value = At & { readonly value: string };
/** A value that was compiled as another one than was written; empty for none. */
type Compiled = At & { readonly written: string; readonly compiled: string };

/** What Android’s readers of a manifest, or its releases, read differently. */
export const MANIFEST_DOUBTS = {
  repeated: ({ place, times }: At & { readonly times: number }) => t`${place} is given ${times} times.`,
  namespace: ({ place, value }: Value) => t`${place} has the namespace "${value}".`,
  resourceId: ({ place }: At) => t`${place} has a resource ID.`,
  otherResourceId: ({ place }: At) => t`${place} has the resource ID of another attribute, or none.`,
  compiled: ({ place, written, compiled }: Compiled) =>
    t`${place} is written as ${written || t`nothing`}, but compiled as ${compiled || t`nothing`}.`,
  empty: ({ place }: At) => t`${place} is compiled without a value.`,
  otherName: ({ place, name, value }: Value & { readonly name: string }) =>
    t`${place} is called "${name}" in the namespace ${value || t`nothing`}.`,
  order: ({ place }: At) =>
    t`${place} follows attributes with a higher resource ID, so Android doesn’t find it.`,
  notText: ({ place }: At) => t`${place} isn’t text.`,
  notAlwaysText: ({ place }: At) => t`${place} isn’t text everywhere.`,
  notNumber: ({ place, value }: Value) => t`${place} is ${value || t`nothing`}, not a number.`,
  notFlag: ({ place, value }: Value) => t`${place} is ${value || t`nothing`}, not a flag.`,
  reference: ({ place }: At) => t`${place} refers to a resource, which not everything follows.`,
  negative: ({ place, value }: At & { readonly value: number }) => t`${place} is ${value}.`,
  elements: ({ name, times }: { readonly name: string; readonly times: number }) =>
    t`The manifest has ${times} <${name}> elements.`,
  elsewhere: ({ name, parent }: { readonly name: string; readonly parent: string }) =>
    t`<${name}> is below <${parent}>, where Android ignores it.`,
  androidOnly: ({ name }: { readonly name: string }) => t`<${name}> is a permission only for Android itself.`,
  feature: ({ name }: { readonly name: string }) => t`The feature ${name} is required and not required.`,
  codename: ({ place, name }: At & { readonly name: string }) =>
    t`${place} names the platform ${name}, which doesn’t exist.`,
  targetSdk: ({ targetSdk, minSdk }: { readonly targetSdk: number; readonly minSdk: number }) =>
    t`The target SDK ${targetSdk} is lower than the minimum ${minSdk}.`,
  more: ({ count }: { readonly count: number }) => t`${count} more places can be read in two ways.`,
};
export type ManifestDoubt = CaseValues<typeof MANIFEST_DOUBTS>;

type InFile = {
  readonly file: string;
};
type Key = InFile & { readonly key: string };

/** What programs read differently in an iOS app. */
export const IPA_DOUBTS = {
  apps: (paths: SomeNames) =>
    t`There are several apps in Payload, and only one can be installed: ${listNames(paths)}.`,
  indirect: (paths: SomeNames) => t`These paths lead to a place that has another path: ${listNames(paths)}.`,
  alike: (paths: SomeNames) =>
    t`These paths differ only by case, or in how letters are composed: ${listNames(paths)}.`,
  linkedFolders: (paths: SomeNames) => t`These folders are links to other files: ${listNames(paths)}.`,
  link: ({ file }: InFile) => t`${file} is a link to another file.`,
  number: ({ file, key, value }: Key & { readonly value: string }) =>
    t`${file}: ${key} is the number ${value}, but has to be a text.`,
  boolean: ({ file, key, value }: Key & { readonly value: string }) =>
    t`${file}: ${key} is the Boolean ${value}, but has to be a text.`,
  data: ({ file, key }: Key) => t`${file}: ${key} is data, but has to be a text.`,
  list: ({ file, key }: Key) => t`${file}: ${key} is a list, but has to be a text.`,
  empty: ({ file, key }: Key) => t`${file}: ${key} is empty, but has to be a text.`,
  dictionary: ({ file, key }: Key) => t`${file}: ${key} is a dictionary, but has to be a text.`,
  byDevice: ({ file, key, plain }: Key & { readonly plain: string }) =>
    t`${file}: ${key} differs from ${plain}, so it depends on the device which one counts.`,
  names: ({ file, locale }: InFile & { readonly locale: string }) =>
    t`There are two names in ${locale}; one is in ${file}.`,
  plist: (values: InFile & FormatProblem) => `${values.file}: ${describeProblem(values)}.`,
  entitlements: (problem: FormatProblem) =>
    t`entitlements of the code signature: ${describeProblem(problem)}.`,
};
