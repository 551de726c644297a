import { createContext } from 'react';
import { t } from '#shared/languages/translate.ts';

/** The store's name, which is part of every window title. */
export const ProductName = createContext(t`Quayside`);
