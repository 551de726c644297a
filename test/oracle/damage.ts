import type { Random } from '../fuzz/random.ts';

const POOL = 8;

/** Changes bytes of a compiled manifest, and says what. */
export function damageBytes(xml: Buffer, random: Random): { bytes: Buffer; what: string } {
  const what = random.pick(Object.keys(DAMAGES));
  const copy = Buffer.from(xml);
  return { bytes: DAMAGES[what]?.(copy, random) ?? copy, what };
}

const DAMAGES: Readonly<Record<string, (xml: Buffer, random: Random) => Buffer>> = {
  'offset of a string': (xml, random) => {
    const at = POOL + 28 + random.below(xml.readUInt32LE(POOL + 8)) * 4;
    xml.writeUInt32LE((xml.readUInt32LE(at) + random.pick([1, 2, 3, 4])) >>> 0, at);
    return xml;
  },
  'length of a string': (xml, random) => {
    const at = stringAt(xml, random.below(xml.readUInt32LE(POOL + 8)));
    // The first is the number of characters, the second in UTF-8 that of bytes.
    const place = at + random.below(2);
    xml.writeUInt8((xml.readUInt8(place) + random.pick([1, 2, 0x7f, 0x80, 0xff, 0xfe])) & 0xff, place);
    return xml;
  },
  'end of a string': (xml, random) => {
    const strings = xml.readUInt32LE(POOL + 8);
    const next = stringAt(xml, 1 + random.below(strings - 1));
    xml.writeUInt8(random.pick([0x20, 0x41]), next - 1);
    return xml;
  },
  'flags of the pool': (xml) => {
    xml.writeUInt32LE((xml.readUInt32LE(POOL + 16) ^ 0x100) >>> 0, POOL + 16);
    return xml;
  },
  'number of strings': (xml, random) => {
    xml.writeUInt32LE(Math.max(0, xml.readUInt32LE(POOL + 8) - 1 - random.below(4)), POOL + 8);
    return xml;
  },
  'start of the styles': (xml, random) => {
    xml.writeUInt32LE(1, POOL + 12);
    xml.writeUInt32LE(xml.readUInt32LE(POOL + 20) + random.below(200), POOL + 24);
    return xml;
  },
  'size of the map of IDs': (xml) => {
    const map = POOL + xml.readUInt32LE(POOL + 4);
    xml.writeUInt16LE(12, map + 2);
    return xml;
  },
  'a node': (xml, random) => {
    const nodes = nodesOf(xml);
    const at = random.pick(nodes) + random.pick([0, 4, 16, 20, 24, 28]);
    if (at + 4 <= xml.length)
      xml.writeUInt32LE((xml.readUInt32LE(at) ^ random.pick([1, 2, 4, 0xffff])) >>> 0, at);
    return xml;
  },
  'an element of unknown type': (xml, random) => {
    xml.writeUInt16LE(0x0199, random.pick(nodesOf(xml)));
    return xml;
  },
  'a chunk behind the root': (xml, random) => {
    const nodes = nodesOf(xml);
    return resized(Buffer.concat([xml, xml.subarray(random.pick(nodes))]));
  },
  'a second pool': (xml) => {
    const end = POOL + xml.readUInt32LE(POOL + 4);
    return resized(Buffer.concat([xml.subarray(0, end), xml.subarray(POOL, end), xml.subarray(end)]));
  },
  'bytes behind the document': (xml) => Buffer.concat([xml, Buffer.alloc(8)]),
};

/** Returns where a string of the pool begins. */
function stringAt(xml: Buffer, index: number): number {
  return POOL + xml.readUInt32LE(POOL + 20) + xml.readUInt32LE(POOL + 28 + index * 4);
}

function resized(xml: Buffer): Buffer {
  xml.writeUInt32LE(xml.length, 4);
  return xml;
}

/** Returns where the nodes begin. */
function nodesOf(xml: Buffer): number[] {
  const found: number[] = [];
  for (let at = POOL; at + 8 <= xml.length; at += xml.readUInt32LE(at + 4)) {
    const type = xml.readUInt16LE(at);
    if (type >= 0x100 && type < 0x180) found.push(at);
  }
  return found;
}
