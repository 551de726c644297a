import Box from '@mui/material/Box';
import { create } from 'qrcode';
import { drawQrCode } from '#shared/qr-code.ts';

export interface QrCodeProps {
  readonly text: string;
  /** The alternative text. */
  readonly label: string;
}

/** Shows a text as a QR code: black on white in both themes, because some cameras read no other. */
export function QrCode({ text, label }: QrCodeProps) {
  const { side, path } = drawQrCode(create(text, { errorCorrectionLevel: 'M' }).modules);
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      sx={{ width: 200, height: 200, bgcolor: '#fff', forcedColorAdjust: 'none', borderRadius: 1 }}
    >
      <title>{label}</title>
      <path d={path} fill="#000" />
    </Box>
  );
}
