const MIB = 1024 ** 2;

/** Media types of images that users may upload, in the format of an input's `accept`. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Maximum pixels of an image; more than today's phones produce. */
export const MAX_PIXELS = 50_000_000;

/** Maximum memory of an interlaced image, in bytes: 50 megapixels of 8 bits. */
export const MAX_INTERLACED_BYTES = 200_000_000;

/** Maximum side of an icon in a package, in pixels: Xcode's largest has 1,024. */
export const MAX_ICON_SIDE = 2_048;

/** Maximum file sizes, in bytes. */
export const MAX_AVATAR_BYTES = 5 * MIB;
export const MAX_GRAPHIC_BYTES = 8 * MIB;

/** Images, and millions of pixels, that one account may have decoded per hour. */
export const PICTURES_PER_HOUR = 600;
export const MEGAPIXELS_PER_HOUR = 3_000;

/** Maximum size of a store's logo in bytes, which a call sends within its body of 1 MiB. */
export const MAX_LOGO_BYTES = 512 * 1024;
