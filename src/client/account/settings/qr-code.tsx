import Box from '@mui/material/Box';
import { create } from 'qrcode';

/** Quiet zone around the code, in modules, so that cameras find its edge (ISO/IEC 18004, section 6.3.8: four). */
const QUIET_ZONE = 4;

export interface QrCodeProps {
  readonly text: string;
  /** The alternative text. */
  readonly label: string;
}

/** Shows a text as a QR code: black on white in both themes, because some cameras read no other. */
export function QrCode({ text, label }: QrCodeProps) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const side = modules.size + 2 * QUIET_ZONE;
  const dark = Array.from(modules.data, (isDark, index) =>
    isDark
      ? `M${(index % modules.size) + QUIET_ZONE} ${Math.floor(index / modules.size) + QUIET_ZONE}h1v1h-1z`
      : '',
  ).join('');
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      sx={{ width: 200, height: 200, bgcolor: '#fff', borderRadius: 1 }}
    >
      <title>{label}</title>
      <path d={dark} fill="#000" />
    </Box>
  );
}
