import { expect, test } from 'vitest';
import { inspectFixture } from '#test/support/fixtures.ts';
import { apkPartSizes, ipaPartSizes } from './part-sizes.ts';

test('divides an APK by Android’s folders', () => {
  const entry = (name: string, compressedSize: number) => ({ name, compressedSize });
  expect(
    apkPartSizes([
      entry('classes.dex', 100),
      entry('classes2.dex', 20),
      entry('lib/arm64-v8a/libport.so', 300),
      entry('res/layout/main.xml', 7),
      entry('resources.arsc', 3),
      entry('assets/map.bin', 40),
      entry('META-INF/CERT.RSA', 5),
      entry('META-INF/', 0),
    ]),
  ).toEqual({ code: 120, 'native libraries': 300, resources: 10, assets: 40, 'other files': 5 });
});

test('divides an iOS app by Apple’s folders', () => {
  const files = new Map(
    Object.entries({
      Harbour: 200,
      'Info.plist': 4,
      'Frameworks/Swift.dylib': 90,
      'PlugIns/Widget.appex/Widget': 30,
      'Assets.car': 60,
      'de.lproj/Localizable.strings': 6,
    }).map(([name, compressedSize]) => [name, { name: `Payload/Harbour.app/${name}`, compressedSize }]),
  );
  expect(ipaPartSizes(files, 'Harbour')).toEqual({
    code: 200,
    frameworks: 90,
    extensions: 30,
    resources: 66,
    'other files': 4,
  });
});

test('measures parts that add up to at most the size of the file', async () => {
  for (const fixture of ['plain.apk', 'harbour.ipa']) {
    const { package: facts } = await inspectFixture(fixture);
    const sizes = Object.values(facts?.partSizes ?? {});
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(facts?.size ?? 0);
  }
});
