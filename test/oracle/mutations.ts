import type { Random } from '../fuzz/random.ts';
import type { TestElement, TestType } from '../support/resource-files.ts';
import { android, type Draft, FIRST_PICTURE, FLAG, ICON, IDS, LABEL, NUMBER, OTHER_NAME } from './cases.ts';

type Attribute = NonNullable<TestElement['attributes']>[number];

const NAMESPACES = ['http://schemas.android.com/apk/res/android', 'urn:other', ''];

/** Changes of a package that Android's readers may read differently. */
export const MUTATIONS: Readonly<Record<string, (draft: Draft, random: Random) => void>> = {
  'namespace of an attribute': change((attribute, random) => ({
    ...attribute,
    namespace: random.pick(NAMESPACES),
  })),
  'resource ID of an attribute': change((attribute, random) => ({
    ...attribute,
    id: random.pick([...Object.values(IDS), 0x01010591]),
  })),
  'attribute without resource ID': change(({ name, value }) => ({
    name,
    value,
    namespace: NAMESPACES[0] as string,
  })),
  'name of an attribute': change((attribute, random) => ({
    ...attribute,
    name: random.pick(['', 'other', 'package', ...Object.keys(IDS)]),
  })),
  'raw text of an attribute': change((attribute, random) => ({
    ...attribute,
    raw: random.pick(['org.example.other', 'true', 'false', '0', '7', '0x10', '']),
  })),
  'number as text': change((attribute, random) => ({
    ...attribute,
    value: random.pick(['0', '1', '7', '-1', '0x1e', 'true', 'TRUE', 'True', 'false', 'Tiramisu', '']),
  })),
  'type of a value': change((attribute, random) => ({
    ...attribute,
    value: {
      type: random.pick([0x00, 0x02, 0x04, 0x05, 0x10, 0x11, 0x12, 0x1d]),
      data: random.pick([0, 1, 26]),
    },
  })),
  'awkward number': change((attribute, random) => ({
    ...attribute,
    value: { type: 0x10, data: random.pick([0, 1, -1, -2_147_483_648, 10_000, 0x7fffffff]) },
  })),
  'reference instead of a value': change((attribute, random) => ({
    ...attribute,
    value: {
      type: random.pick([0x01, 0x07]),
      data: random.pick([LABEL, NUMBER, FLAG, ICON, 0x7f010009, LABEL + 1, 0]),
    },
  })),
  'attribute given twice': (draft, random) => {
    const element = random.pick(
      elementsOf(draft.root).filter(({ attributes = [] }) => attributes.length > 0),
    );
    const attribute = random.pick(element.attributes ?? []);
    const value =
      typeof attribute.value === 'string' ? 'org.example.other' : { type: 0x10, data: random.below(3) };
    element.attributes?.splice(random.below(2) * (element.attributes.length + 1), 0, { ...attribute, value });
  },
  'other attribute added': (draft, random) => {
    const element = random.pick(elementsOf(draft.root));
    const name = random.pick(Object.keys(IDS) as (keyof typeof IDS)[]);
    const value = random.pick(['1', 'true', { type: 0x10, data: 1 }, { type: 0x12, data: -1 }]);
    element.attributes = [...(element.attributes ?? []), android(name, value)];
  },
  'order of attributes': (draft, random) => {
    random.pick(elementsOf(draft.root)).attributes?.reverse();
  },
  'element given twice': (draft, random) => {
    const children = draft.root.children ?? [];
    if (children.length > 0) children.splice(random.below(children.length), 0, random.pick(children));
  },
  'element given twice with other values': (draft, random) => {
    const children = draft.root.children ?? [];
    const names = new Set(['uses-sdk', 'application', 'uses-permission', 'uses-feature']);
    const element = random.pick(children.filter(({ name }) => names.has(name)));
    const attributes = (element.attributes ?? []).map((attribute) => ({
      ...attribute,
      value: typeof attribute.value === 'string' ? 'Pier' : otherNumber(attribute.value, random),
    }));
    children.splice(random.below(children.length + 1), 0, { ...element, attributes });
  },
  'element elsewhere': (draft, random) => {
    const [moved] = (draft.root.children ?? []).splice(random.below(3), 1);
    const place = random.pick(elementsOf(draft.root));
    // Not into itself.
    if (moved && !elementsOf(moved).includes(place)) place.children = [...(place.children ?? []), moved];
  },
  'namespace of an element': (draft, random) => {
    random.pick(elementsOf(draft.root)).namespace = random.pick(NAMESPACES);
  },
  'name of an element': (draft, random) => {
    random.pick(elementsOf(draft.root)).name = random.pick([
      'uses-permission',
      'uses-permission-sdk-m',
      'uses-sdk',
      'application',
      'manifest',
      'meta-data',
    ]);
  },
  'text with characters beyond U+FFFF': change((attribute) => ({ ...attribute, value: '🚢 Harbour' })),
  'long text': change((attribute, random) => ({
    ...attribute,
    value: random.pick(['x', 'é', '€', '🚢']).repeat(random.pick([63, 64, 127, 128, 129, 255, 256, 500])),
  })),
  'text of a resource': (draft, random) => {
    draft.strings[random.below(3)] = random.pick(['', 'Boat', '🚢', 'x'.repeat(300)]);
  },
  'value of a resource': (draft, random) => {
    const type = random.pick(draft.types);
    type.entries = type.entries.map(() => random.pick([null, 0, 1, 3, { type: 0x10, data: 9 }]));
  },
  'text in another configuration': (draft, random) => {
    draft.types.push({ id: 1, config: otherConfig(random), entries: [random.pick([0, 1, OTHER_NAME])] });
  },
  'icon in another configuration': (draft, random) => {
    const entries = [0, 0].map(() =>
      random.pick([null, FIRST_PICTURE, FIRST_PICTURE + 1, FIRST_PICTURE + 2]),
    );
    draft.types.push({ id: 3, config: otherConfig(random), entries });
  },
  'SDK level in a resource': (draft, random) => {
    const sdk = (draft.root.children ?? []).find(({ name }) => name === 'uses-sdk');
    const attribute = random.pick(sdk?.attributes ?? [{ name: '', value: '' }]);
    attribute.value = { type: 1, data: NUMBER };
    const level = { type: 0x10, data: random.pick([7, 7, 21, 30]) };
    if (random.below(3) > 0) draft.types.push({ id: 2, config: otherConfig(random), entries: [level] });
  },
  'form of a type': (draft, random) => {
    random.pick(draft.types).form = random.pick(['plain', 'sparse', 'offset16', 'compact']);
  },
};

/** Returns a configuration by locale, density and platform version, or by none of them. */
function otherConfig(random: Random): NonNullable<TestType['config']> {
  return {
    locale: random.pick(['', '', 'en', 'de', 'de-AT']),
    density: random.pick([0, 0, 160, 480]),
    sdk: random.pick([0, 4, 21, 26, 35]),
  };
}

function otherNumber({ type, data }: { type: number; data: number }, random: Random) {
  return type === 0x10 ? { type, data: data + random.below(3) } : { type, data };
}

/** Makes a mutation that replaces a random attribute. */
function change(replace: (attribute: Attribute, random: Random) => Attribute) {
  return (draft: Draft, random: Random): void => {
    const element = random.pick(
      elementsOf(draft.root).filter(({ attributes = [] }) => attributes.length > 0),
    );
    const at = random.below(element.attributes?.length ?? 0);
    const attribute = element.attributes?.[at];
    if (attribute) element.attributes?.splice(at, 1, replace(attribute, random));
  };
}

/** Returns the elements, each once although it may be in several places. */
function elementsOf(root: TestElement): TestElement[] {
  const found = new Set([root]);
  for (const element of found) for (const child of element.children ?? []) found.add(child);
  return [...found];
}
