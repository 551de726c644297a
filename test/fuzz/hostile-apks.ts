import { type HostileKind, list, times } from './hostile-kind.ts';
import * as resources from './hostile-resources.ts';
import { type WrittenFile, writeZip } from './zip-writer.ts';

function apk(manifest: Buffer, table?: Buffer, others: WrittenFile[] = []): Buffer {
  return writeZip([
    { name: 'AndroidManifest.xml', content: manifest, deflated: true },
    ...(table ? [{ name: 'resources.arsc', content: table, deflated: true }] : []),
    ...others,
  ]);
}

const named = resources.stringPool(resources.NAMES);

/** Encodes permission requests by the indexes of their names in the pool. */
function permissions(strings: readonly number[]): Buffer {
  const element = resources.at('uses-permission');
  return Buffer.concat(
    strings.flatMap((string) => [
      resources.startElement(element, [{ name: resources.at('name'), string }]),
      resources.endElement(element),
    ]),
  );
}

/** Encodes an activity by the index of its name in the pool. */
function componentNamed(string: number, ...inside: Buffer[]): Buffer {
  const element = resources.at('activity');
  return Buffer.concat([
    resources.startElement(element, [{ name: resources.at('name'), string }]),
    ...inside,
    resources.endElement(element),
  ]);
}

/** Hostile manifests with too many elements. */
export const MANIFESTS: Record<string, HostileKind> = {
  'manifest: overlapping strings': {
    rule: /^manifest$/,
    make: (_, scale) => {
      const count = times(30_000, scale);
      const strings = resources.overlappingPool(resources.NAMES, count);
      return apk(
        resources.manifest(strings, permissions(list(count, (index) => resources.NAMES.length + index))),
      );
    },
  },
  'manifest: overlapping element names': {
    rule: /^manifest$/,
    make: (_, scale) => {
      const count = times(40_000, scale);
      const strings = resources.overlappingPool(resources.NAMES, count);
      const elements = list(count, (index) => {
        const name = resources.NAMES.length + index;
        return Buffer.concat([resources.startElement(name), resources.endElement(name)]);
      });
      return apk(resources.manifest(strings, Buffer.concat(elements)));
    },
  },
  'manifest: a million strings': {
    rule: null,
    make: (_, scale) => {
      const strings = [...resources.NAMES, ...list(times(1_000_000, scale), (index) => index.toString(36))];
      return apk(
        resources.manifest(resources.stringPool(strings), resources.application(0x7f010000, 0x7f020000)),
      );
    },
  },
  'manifest: too many elements and attributes': {
    rule: /^manifest$/,
    make: (random, scale) => {
      const attributes = list(random.pick([0, 8, 60]), (index) => ({
        name: resources.at('name'),
        integer: index,
      }));
      const element = resources.startElement(resources.at('activity'), attributes);
      const both = Buffer.concat([element, resources.endElement(resources.at('activity'))]);
      return apk(
        resources.manifest(
          named,
          Buffer.concat(
            list(times(12_000_000 / both.length, scale) + 120_000 / (1 + attributes.length), () => both),
          ),
        ),
      );
    },
  },
  'manifest: too many chunks': {
    rule: /^manifest$/,
    make: (_, scale) => {
      // A text, which the reader skips.
      const piece = Buffer.from([0x04, 0x01, 0x10, 0, 0x10, 0, 0, 0, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]);
      return apk(
        resources.manifest(named, Buffer.concat(list(times(1_500_000, scale) + 410_000, () => piece))),
      );
    },
  },
  'manifest: nested too deeply': {
    rule: /^manifest$/,
    make: (_, scale) => {
      const depth = times(50_000, scale) + 250;
      const open = resources.startElement(resources.at('activity'));
      const close = resources.endElement(resources.at('activity'));
      return apk(
        resources.manifest(named, Buffer.concat([...list(depth, () => open), ...list(depth, () => close)])),
      );
    },
  },
  'manifest: too many permissions': {
    rule: /^too-much$/,
    make: (random, scale) => {
      const count = times(10_000, scale) + 600;
      const words = list(count, (index) => `${index}.${'p'.repeat(random.below(2_800))}`);
      const strings = resources.stringPool([...resources.NAMES, ...words]);
      const own = list(count, (index) => resources.NAMES.length + index);
      return apk(resources.manifest(strings, permissions(own)));
    },
  },
  'manifest: too many components': {
    rule: /^too-much$/,
    make: (_, scale) => {
      const count = times(2_400, scale) + 1_200;
      const words = list(count, (index) => `a.${index}.${'c'.repeat(200)}`);
      const activities = list(count, (index) => componentNamed(resources.NAMES.length + index));
      return apk(
        resources.manifest(
          resources.stringPool([...resources.NAMES, ...words]),
          resources.startElement(resources.at('application')),
          ...activities,
          resources.endElement(resources.at('application')),
        ),
      );
    },
  },
  'manifest: components that share their settings': {
    rule: /^too-much$/,
    make: (_, scale) => {
      const count = times(1_600, scale) + 200;
      const policies = list(50, (index) => `p${index}${'p'.repeat(240)}`);
      const settings = resources.file(['device-admin', 'uses-policies', ...policies], (element) =>
        element(0, element(1, ...list(policies.length, (index) => element(2 + index)))),
      );
      const words = ['res/xml/a.xml', ...list(count, (index) => `a.${index}`)];
      const metaData = Buffer.concat([
        resources.startElement(resources.at('meta-data'), [
          { name: resources.at('resource'), string: resources.NAMES.length },
        ]),
        resources.endElement(resources.at('meta-data')),
      ]);
      const activities = list(count, (index) => componentNamed(resources.NAMES.length + 1 + index, metaData));
      const manifest = resources.manifest(
        resources.stringPool([...resources.NAMES, ...words]),
        resources.startElement(resources.at('application')),
        ...activities,
        resources.endElement(resources.at('application')),
      );
      return apk(manifest, undefined, [{ name: 'res/xml/a.xml', content: settings, deflated: true }]);
    },
  },
  'manifest: permissions that refer to the table': {
    rule: /^(too-much|resources-ambiguous)$/,
    make: (_, scale) => {
      const element = resources.at('uses-permission');
      const requests = list(times(40_000, scale) + 600, (index) =>
        Buffer.concat([
          resources.startElement(element, [
            { name: resources.at('name'), reference: 0x7f010000 + (index % 60_000) },
          ]),
          resources.endElement(element),
        ]),
      );
      const values = list(300, (index) => ({ reference: 0x7f010000 + index + 1 }));
      const types = list(times(600, scale), (index) =>
        resources.resourceType(1, values, resources.languageOf(index)),
      );
      return apk(
        resources.manifest(named, Buffer.concat(requests)),
        resources.table(resources.stringPool(['a']), types),
      );
    },
  },
  'manifest: false numbers': {
    rule: null,
    make: (random) => {
      const honest = resources.manifest(
        named,
        permissions([2, 2]),
        resources.application(0x7f010000, 0x7f020000),
      );
      return apk(resources.lie(honest, random, 1 + random.below(6)));
    },
  },
};

/** Hostile resource tables with cycles or excessive content. */
export const TABLES: Record<string, HostileKind> = {
  'table: circular references': {
    rule: null,
    make: (random) => {
      const length = 1 + random.below(40);
      const values = list(length, (index) => ({ reference: 0x7f010000 + ((index + 1) % length) }));
      const types = [
        resources.resourceType(1, values),
        resources.resourceType(1, values, 'de'),
        resources.resourceType(2, values),
      ];
      const table = resources.table(resources.stringPool(['a']), types);
      return apk(resources.manifest(named, resources.application(0x7f010000, 0x7f020000)), table);
    },
  },
  'table: names in too many languages': {
    rule: /^too-much$/,
    make: (_, scale) => namedIn(times(300, scale) + 250),
  },
  'table: too many values of a name': {
    rule: /^resources$/,
    make: (_, scale) => namedIn(times(300, scale) + 600),
  },
  'table: too many types': {
    rule: /^resources$/,
    make: (_, scale) => {
      const types = list(times(200_000, scale) + 21_000, (index) =>
        resources.resourceType(1 + (index % 255), [{ string: 0 }]),
      );
      const table = resources.table(resources.stringPool(['a']), types);
      return apk(resources.manifest(named, resources.application(0x7f010000, 0x7f010000)), table);
    },
  },
  'table: overlapping strings': {
    rule: /^resources$/,
    make: (_, scale) => {
      const count = times(460, scale) + 140;
      const types = list(count, (index) =>
        resources.resourceType(1, [{ string: index }], resources.languageOf(index)),
      );
      const table = resources.table(resources.overlappingPool([], count), types);
      return apk(resources.manifest(named, resources.application(0x7f010000, 0)), table);
    },
  },
  'table: false numbers': {
    rule: null,
    make: (random) => {
      const types = [
        resources.resourceType(1, [{ string: 0 }, { string: 1 }]),
        resources.resourceType(1, [{ string: 1 }], 'de'),
      ];
      const table = resources.table(resources.stringPool(['Harbour', 'Hafen']), types);
      const lying = resources.lie(table, random, 1 + random.below(6));
      return apk(resources.manifest(named, resources.application(0x7f010000, 0x7f010001)), lying);
    },
  },
};

/** Makes an app whose name has long translations into languages that mostly don't exist. */
function namedIn(languages: number): Uint8Array {
  const strings = list(676, (index) => `${index}${'n'.repeat(3_000)}`);
  const types = list(languages, (index) =>
    resources.resourceType(1, [{ string: index % 676 }], resources.languageOf(index)),
  );
  const table = resources.table(resources.stringPool(strings), types);
  return apk(resources.manifest(named, resources.application(0x7f010000, 0)), table);
}
