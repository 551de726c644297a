import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/*
 * Loaded before the server: Node caches the compiled sources, so the next start does not strip and compile
 * them again. Without a writable folder, every start compiles them.
 */
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node-compile'));
