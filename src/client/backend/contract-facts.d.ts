// Written when the client is built: see `contractFacts` in `scripts/vite-plugins.ts`.

/** Time-outs of the calls whose contracts have one, in milliseconds. */
declare module 'virtual:call-timeouts' {
  const timeouts: Readonly<Record<string, number>>;
  export default timeouts;
}

/** The data areas that calls read. */
declare module 'virtual:call-reads' {
  const reads: Readonly<Record<string, readonly string[]>>;
  export default reads;
}
