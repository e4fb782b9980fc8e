import type { Texts } from '../en.ts';
import { about } from './about.ts';
import { affiliate } from './affiliate.ts';
import { find } from './find.ts';
import { nowhere } from './nowhere.ts';
import { order } from './order.ts';
import { orders } from './orders.ts';
import { request } from './request.ts';
import { shell } from './shell.ts';
import { swap } from './swap.ts';

export const texts: Texts = { shell, swap, order, orders, find, nowhere, about, request, affiliate };
