import { createContext } from 'react';

/** The store's own name, which every page carries in the window's title. */
export const ProductName = createContext('Quayside');
