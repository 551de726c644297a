import sharp from 'sharp';

/*
 * The only module that decodes images. libvips could read some thirty formats, many with large, vulnerable
 * libraries; the server needs three. Its cache would keep users' images in memory, and more threads per image
 * would only slow down others.
 */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

/** The library with these limits. */
export { sharp };
