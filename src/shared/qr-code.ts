/** Quiet zone around a code, in modules, so that cameras find its edge (ISO/IEC 18004, section 6.3.8: four). */
const QUIET_ZONE = 4;

/** The modules of a QR code, as `qrcode` creates them: row by row. */
interface QrModules {
  readonly size: number;
  readonly data: ArrayLike<number | boolean>;
}

/** Returns the SVG path of a code's dark modules, and the side of its square with the quiet zone. */
export function drawQrCode({ size, data }: QrModules): { side: number; path: string } {
  const parts: string[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!data[y * size + x]) continue;
      const start = x;
      while (x + 1 < size && data[y * size + x + 1]) x++;
      const width = x + 1 - start;
      parts.push(`M${start + QUIET_ZONE} ${y + QUIET_ZONE}h${width}v1h-${width}z`);
    }
  }
  return { side: size + 2 * QUIET_ZONE, path: parts.join('') };
}
