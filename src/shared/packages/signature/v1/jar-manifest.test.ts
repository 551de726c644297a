import { describe, expect, it } from 'vitest';
import { attributesOf, type ManifestSection, readSections } from './jar-manifest.ts';

const read = (text: string) => readSections(Buffer.from(text));
const attribute = (section: ManifestSection, name: string) => attributesOf(section)(name);

describe('readSections', () => {
  it.each(['\r\n', '\n', '\r'])('reads sections with line ends %j, and their byte positions', (eol) => {
    const main = ['Manifest-Version: 1.0', 'Created-By: me', '', ''].join(eol);
    const entry = ['Name: a', 'SHA1-Digest: x', '', ''].join(eol);
    const sections = read(main + entry + eol + entry.replace(': a', ': b').trimEnd());
    expect(sections.map(({ name }) => name)).toEqual([undefined, 'a', 'b']);
    expect(sections[0]).toMatchObject({ start: 0, end: main.length });
    expect(sections[1]).toMatchObject({ start: main.length, end: main.length + entry.length });
    expect(sections[2]?.start).toBe(main.length + entry.length + eol.length);
  });

  it('joins continued lines as bytes, even within a character', () => {
    const name = Buffer.from('Name: größe');
    const cut = name.indexOf(0xc3) + 1;
    const text = Buffer.concat([
      name.subarray(0, cut),
      Buffer.from('\r\n '),
      name.subarray(cut),
      Buffer.from('\r\n\r\n'),
    ]);
    expect(readSections(text)[0]?.name).toBe('größe');
  });

  it('ignores case, keeps the first duplicate, and keeps spaces', () => {
    const [section] = read('nAME: x\nA-Digest:  y \nA-DIGEST: z\nodd\nno:value\n');
    expect(section?.name).toBe('x');
    expect(section && attribute(section, 'a-digest')).toBe(' y ');
    expect(section && attribute(section, 'odd')).toBe('');
    expect(section && attribute(section, 'no')).toBeUndefined();
  });

  it('reads a name only from the first line, and nothing from an empty file', () => {
    expect(read('A: b\nName: x\n')[0]?.name).toBeUndefined();
    expect(read('')).toEqual([]);
    expect(read('\n\n\n')).toEqual([]);
    const [section] = read(' leading: space\n');
    expect(section && attribute(section, ' leading')).toBe('space');
  });
});
