import type { Texts } from '../en.ts';
import { nowhere } from './nowhere.ts';
import { order } from './order.ts';
import { shell } from './shell.ts';
import { swap } from './swap.ts';

export const texts: Texts = { shell, swap, order, nowhere };
