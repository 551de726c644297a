import { createContext } from 'react';

/** The store's name, which is part of every window title. */
export const ProductName = createContext('Quayside');
