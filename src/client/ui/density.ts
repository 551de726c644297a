import { createContext, useContext } from 'react';

/** The height of the rows of tables: two lines in 56 px, or one in 40 px. */
export type Density = 'comfortable' | 'compact';

export interface DensityPreference {
  /** Null leaves it to each table. */
  readonly density: Density | null;
  readonly setDensity: (density: Density | null) => void;
}

/** The user's preference for all tables; the shell provides it. */
export const DensityContext = createContext<DensityPreference>({
  density: null,
  setDensity: () => undefined,
});

/** Returns the density of a table: by the user's preference, else as the table prefers. */
export function useDensity(preferred: Density = 'comfortable'): Density {
  return useContext(DensityContext).density ?? preferred;
}
