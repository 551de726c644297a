/** The choices of a filter by platform, as `SelectFilter` takes them. */
export const PLATFORM_CHOICES = [
  ['', 'Any platform'],
  ['android', 'Android'],
  ['ios', 'iOS'],
] as const;
