import { randomBytes } from 'node:crypto';
import { type HostileKind, list, times } from './hostile-kind.ts';
import * as plists from './hostile-plists.ts';
import * as resources from './hostile-resources.ts';
import { writeZip } from './zip-writer.ts';

function ipa(files: Record<string, Buffer>): Buffer {
  return writeZip(
    Object.entries(files).map(([name, content]) => ({
      name: `Payload/A.app/${name}`,
      content,
      deflated: true,
    })),
  );
}

const info = plists.infoPlist();

/** Hostile iOS apps with nested and repeated property lists, executables and profiles. */
export const IPAS: Record<string, HostileKind> = {
  'plist: nested extremely deeply': {
    rule: /^plist$/,
    make: (_, scale) => {
      const depth = times(40_000, scale) + 100;
      return ipa({
        'Info.plist': plists.infoPlist(`<key>a</key>${'<array>'.repeat(depth)}${'</array>'.repeat(depth)}`),
      });
    },
  },
  'plist: nested slightly too deeply': {
    rule: /^plist$/,
    make: () =>
      ipa({ 'Info.plist': plists.infoPlist(`<key>a</key>${'<array>'.repeat(70)}${'</array>'.repeat(70)}`) }),
  },
  'plist: an array that contains itself': {
    rule: /^plist$/,
    make: (random) => {
      const width = 1 + random.below(20);
      return ipa({ 'Info.plist': plists.binaryInfo('a', 1, [plists.array(list(width, () => 1))]) });
    },
  },
  'plist: a repeated text': {
    rule: /^plist$/,
    make: (_, scale) => {
      const length = times(50_000, scale);
      const items = plists.array(list(19_000, () => 2));
      return ipa({
        'Info.plist': plists.binaryInfo('a', 1, [items, plists.text('t'.repeat(Math.max(length, 500)))]),
      });
    },
  },
  'plist: lists of lists of lists': {
    rule: /^plist$/,
    make: () => {
      const levels = list(30, (index) => plists.array(list(10, () => (index === 29 ? 31 : index + 2))));
      return ipa({ 'Info.plist': plists.binaryInfo('a', 1, [...levels, plists.array([])]) });
    },
  },
  'plist: text in many pieces': {
    rule: /^plist$/,
    make: (_, scale) => {
      const pieces = '<![CDATA[x]]>'.repeat(times(70_000, scale) + 1_100);
      return ipa({ 'Info.plist': plists.infoPlist(`<key>a</key><string>${pieces}</string>`) });
    },
  },
  'plist: too many usage texts and keys': {
    rule: /^too-much$/,
    make: (_, scale) => {
      const texts = list(
        times(4_000, scale) + 110,
        (index) => `<key>NSA${index}UsageDescription</key><string>${'w'.repeat(200)}</string>`,
      );
      return ipa({ 'Info.plist': plists.infoPlist(texts.join('')) });
    },
  },
  'plist: false numbers': {
    rule: null,
    make: (random) => {
      const honest = plists.binaryInfo('a', 1, [plists.array([2, 2]), plists.text('x')]);
      return ipa({ 'Info.plist': resources.lie(honest, random, 1 + random.below(4)) });
    },
  },
  'ipa: too many entitlements': {
    rule: /^too-much$/,
    make: (random, scale) => {
      const keys = list(
        times(3_000, scale) + 110,
        (index) => `<key>k${index}</key><string>${'v'.repeat(300)}</string>`,
      );
      const executable = plists.machO(plists.xmlPlist(keys.join('')), { commands: 1 + random.below(200) });
      return ipa({ 'Info.plist': info, Harbour: executable });
    },
  },
  'ipa: an entitlement that is a tree': {
    rule: /^too-much$/,
    make: () => {
      const tree = '<array>'.repeat(40) + '<string>leaf</string>'.repeat(9_000) + '</array>'.repeat(40);
      const executable = plists.machO(plists.xmlPlist(`<key>k</key>${tree}`));
      return ipa({ 'Info.plist': info, Harbour: executable });
    },
  },
  'ipa: false load commands': {
    rule: null,
    make: (random, scale) => {
      const executable = plists.machO(plists.xmlPlist(''), { commands: times(4_000, scale), random });
      return ipa({
        'Info.plist': info,
        Harbour: random.below(2) ? executable : resources.lie(executable, random, 3),
      });
    },
  },
  'ipa: a profile in tiny chunks': {
    rule: /^ipa-part$/,
    make: (_, scale) => {
      const content = plists.xmlPlist(
        `<key>Name</key><string>${'n'.repeat(times(300_000, scale) + 12_000)}</string>`,
      );
      return ipa({ 'Info.plist': info, 'embedded.mobileprovision': plists.profile(content, 1) });
    },
  },
  'ipa: translations with unclosed quotes': {
    rule: null,
    make: (_, scale) => {
      const strings = Buffer.from(`"${'\\"'.repeat(times(30_000, scale))}`);
      const files = list(times(180, scale), (index) => [
        `${resources.languageOf(index)}.lproj/InfoPlist.strings`,
        strings,
      ]);
      return ipa({ 'Info.plist': info, ...(Object.fromEntries(files) as Record<string, Buffer>) });
    },
  },
  'ipa: too many extensions': {
    rule: /^too-much$/,
    make: (random, scale) => {
      const large = plists.infoPlist(
        `<key>a</key><string>${randomBytes(30).toString('hex').repeat(times(12_000, scale))}</string>`,
      );
      const files = list(90, (index) => [`PlugIns/${index}${random.below(9)}.appex/Info.plist`, large]);
      return ipa({ 'Info.plist': info, ...(Object.fromEntries(files) as Record<string, Buffer>) });
    },
  },
};
