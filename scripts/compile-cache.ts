import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/*
 * Loaded before the server: Node keeps what it made of the sources, so that the next start need not strip and compile
 * them again. Where the folder cannot be written, every start compiles anew.
 */
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node-compile'));
