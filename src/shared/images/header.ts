/** Metadata in an image's header. */
export interface ImageHeader {
  readonly type: 'jpeg' | 'png' | 'webp';
  /** Stored pixels: a JPEG's EXIF data may rotate the displayed image. */
  readonly width: number;
  readonly height: number;
  /** True when the image has several frames. */
  readonly isAnimated: boolean;
  /**
   * Memory that an interlaced PNG takes to decode, because all of it must be held at once; 0 for everything
   * else.
   */
  readonly interlacedBytes: number;
}
