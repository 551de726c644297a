import sharp from 'sharp';

/** Draws an icon of 144 px, a sign on a gradient, and returns a PNG. */
export function drawIcon(look: { from: string; to: string; sign: string }): Promise<Buffer> {
  const drawing = `
    <svg xmlns="http://www.w3.org/2000/svg" width="144" height="144" viewBox="0 0 144 144">
      <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${look.from}" /><stop offset="1" stop-color="${look.to}" /></linearGradient></defs>
      <rect width="144" height="144" fill="url(#g)" />
      <g fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" stroke-linejoin="round">${look.sign}</g>
    </svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}
