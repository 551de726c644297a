import { t } from '../../languages/translate.ts';

type At = {
  readonly at: number;
};
type Max = {
  readonly max: number;
};

/** What is wrong with a binary resource file of Android: a manifest, a drawable or the table of resources. */
export const ANDROID_PROBLEMS = {
  chunkSize: ({ at, bytes, left }: At & { readonly bytes: number; readonly left: number }) =>
    t`the chunk at byte ${at} declares ${bytes} bytes but has ${left}`,
  chunkAlignment: ({ at, bytes }: At & { readonly bytes: number }) =>
    t`the chunk at byte ${at} isn’t aligned: it declares ${bytes} bytes`,
  chunks: ({ max }: Max) => t`it has more than ${max} chunks`,

  notXml: () => t`it isn’t compiled XML`,
  xmlSize: ({ declared, bytes }: { readonly declared: number; readonly bytes: number }) =>
    t`it declares ${declared} bytes but has ${bytes}`,
  xmlChunk: ({ at, type }: At & { readonly type: number }) =>
    t`the chunk at byte ${at} of type ${type} doesn’t belong there`,
  nodeHeader: ({ at, bytes }: At & { readonly bytes: number }) =>
    t`the node at byte ${at} has a header of ${bytes} bytes`,
  nodeCutOff: ({ at }: At) => t`the node at byte ${at} is cut off`,
  nodes: ({ max }: Max) => t`it has more than ${max} elements and attributes`,
  namespace: ({ at }: At) => t`the namespace that ends at byte ${at} isn’t the one that began`,
  openNamespace: () => t`it ends before its namespaces are closed`,
  openRoot: () => t`it ends before its root element is closed`,
  secondRoot: () => t`it has a second root element`,
  nesting: ({ max }: Max) => t`elements are nested more than ${max} levels deep`,
  closingTag: ({ tag, opened }: { readonly tag: string; readonly opened: string }) =>
    t`the tag "${tag}" closes "${opened || t`nothing`}"`,
  namelessElement: ({ at }: At) => t`the element at byte ${at} has no name`,
  missingString: ({ index }: { readonly index: number }) =>
    t`it refers to string ${index}, which it hasn’t got`,
  missingAttributes: ({ at, count }: At & { readonly count: number }) =>
    t`the element at byte ${at} declares ${count} attributes that don’t exist`,

  poolHeader: () => t`its string pool has no complete header`,
  poolCounts: ({ strings, styles }: { readonly strings: number; readonly styles: number }) =>
    t`its string pool declares ${strings} strings and ${styles} styles`,
  poolLayout: () => t`the texts of its string pool are misplaced`,
  poolSize: ({ max }: Max) => t`its texts exceed ${max} bytes`,
  stringCutOff: ({ at }: At) => t`a string at byte ${at} is cut off`,
  oddString: ({ at }: At) => t`a string starts at the odd byte ${at}`,
  longString: ({ characters }: { readonly characters: number }) =>
    t`a string declares ${characters} characters`,
  stringEncoding: () => t`a string isn’t valid UTF-8`,
  stringNul: ({ text }: { readonly text: string }) => t`the string "${text}" contains NUL`,
  stringLength: ({ text, characters }: { readonly text: string; readonly characters: number }) =>
    t`the string "${text}" declares ${characters} characters`,

  references: () => t`too many of its values are references`,
  resourceValues: ({ max }: Max) => t`a resource has more than ${max} values`,
  typeChunks: ({ max }: Max) => t`it has more than ${max} type chunks`,
  resourceEntry: ({ index }: { readonly index: number }) => t`resource entry ${index} lies outside its type`,

  rootElement: ({ name }: { readonly name: string }) => t`its root element is "${name}", not "manifest"`,
  noApplicationId: () => t`it has no application ID (the "package" attribute)`,
  versionCode: ({ code }: { readonly code: number }) => t`its version code ${code} is too large to increase`,
};
