import { t } from '../../languages/translate.ts';

type At = {
  readonly at: number;
};
type Max = {
  readonly max: number;
};
type Name = {
  readonly name: string;
};
type Text = {
  readonly text: string;
};

/** What is wrong with a file of an iOS app: a property list, a table of texts or the message around a profile. */
export const APPLE_PROBLEMS = {
  notDictionary: () => t`its root isn’t a dictionary`,
  plistDepth: ({ max }: Max) => t`it nests more than ${max} levels deep`,
  plistValues: ({ max }: Max) => t`it contains more than ${max} values`,
  repeatedKey: ({ key }: { readonly key: string }) => t`the key ${key} occurs twice`,

  notPlist: () => t`it isn’t a property list`,
  severalValues: () => t`it contains several values`,
  openMarkup: ({ at }: At) => t`the markup at character ${at} isn’t closed`,
  openElement: () => t`it ends before its last element is closed`,
  comment: () => t`a comment ends in different places for different programs`,
  notTag: ({ text }: Text) => t`"<${text}>" isn’t a tag`,
  strayText: () => t`there’s text where an element is expected`,
  missingValue: () => t`a value is missing`,
  missingKey: () => t`a dictionary has a value without a key`,
  innerElement: ({ name }: Name) => t`"${name}" contains another element`,
  pieces: ({ name }: Name) => t`"${name}" is split into too many pieces`,
  unknownElement: ({ name }: Name) => t`it contains the unknown element "${name}"`,
  notNumber: ({ text }: Text) => t`"${text}" isn’t a number or date`,

  shortPlist: () => t`it is too short for a binary property list`,
  missingObject: ({ object, objects }: { readonly object: number; readonly objects: number }) =>
    t`object ${object} of ${objects} doesn’t exist`,
  objectType: ({ object, type }: { readonly object: number; readonly type: number }) =>
    t`object ${object} has the unknown type ${type}`,
  keyType: () => t`a dictionary has a key that isn’t a text`,
  plistText: ({ max }: Max) => t`it contains more than ${max} bytes of text`,
  valueCutOff: ({ at }: At) => t`the value at byte ${at} is cut off`,
  numberSize: ({ bytes }: { readonly bytes: number }) => t`a number can’t have ${bytes} bytes`,
  notAscii: ({ at }: At) => t`the text at byte ${at} isn’t ASCII`,
  plistDate: ({ seconds }: { readonly seconds: string }) => t`the date ${seconds} is out of range`,

  emptyMessage: () => t`The message has no content`,
};
