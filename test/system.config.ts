import { mergeConfig } from 'vitest/config';
import suite, { serverTests } from '../vitest.config.ts';

const config = mergeConfig(suite, {});
config.test.projects = [serverTests(['test/{backup,deploy,examples,proxy,release,s3}/*.test.ts'])];

// biome-ignore lint/style/noDefaultExport: vitest reads it.
export default config;
