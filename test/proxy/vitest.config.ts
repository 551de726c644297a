import { mergeConfig } from 'vitest/config';
import suite from '../../vitest.config.ts';

const config = mergeConfig(suite, {});
config.test.include = ['test/proxy/*.test.ts'];

// biome-ignore lint/style/noDefaultExport: vitest reads it.
export default config;
