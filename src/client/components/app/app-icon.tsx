import AndroidIcon from '@mui/icons-material/Android';
import AppleIcon from '@mui/icons-material/Apple';
import Avatar from '@mui/material/Avatar';

export interface AppIconProps {
  /** Address of the icon; null shows the platform's symbol instead. */
  readonly src: string | null;
  readonly platform: 'android' | 'ios';
  /** Edge length in pixels. */
  readonly size?: number;
}

/** Shows an app's icon. It is decorative, because the name is next to it. */
export function AppIcon({ src, platform, size = 40 }: AppIconProps) {
  const Fallback = platform === 'android' ? AndroidIcon : AppleIcon;
  return (
    <Avatar
      variant="rounded"
      {...(src === null ? {} : { src })}
      alt=""
      sx={{
        width: size,
        height: size,
        borderRadius: `${Math.round(size / 4.5)}px`,
        bgcolor: src === null ? 'action.selected' : 'transparent',
        color: 'text.secondary',
      }}
    >
      <Fallback sx={{ fontSize: size * 0.55 }} />
    </Avatar>
  );
}
