import { registerHooks } from 'node:module';

/*
 * Loaded before everything else: Node then takes Drizzle's CommonJS modules instead of its ES modules, which are the same
 * code. For each of those it parses Drizzle's package.json again, whose 180 KB cost half a second and 150 MB in all.
 */
const IS_DRIZZLE = /^drizzle-orm(\/|$)/;

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, IS_DRIZZLE.test(specifier) ? { ...context, conditions: ['node', 'require'] } : context),
});
