#!/usr/bin/env node
import { startProgram } from './start-program.js';

await startProgram('verify-audit');
