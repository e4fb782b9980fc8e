import { expect, it } from 'vitest';
import {
  MOST_KEPT,
  readOrders,
  type WidgetOrder,
  widgetOf,
  withLeft,
  withOrder,
  withoutOrder,
} from './widget-orders.ts';

const order = (code: string, more: Partial<WidgetOrder> = {}): WidgetOrder => ({
  code,
  manageCode: 'M-1',
  of: '',
  isLeft: false,
  ...more,
});

it('an order that ends is forgotten, and no other', () => {
  const both = withOrder(withOrder([], order('AAAA-AAAA')), order('BBBB-BBBB'));
  expect(both.map(({ code }) => code)).toEqual(['BBBB-BBBB', 'AAAA-AAAA']);
  expect(withoutOrder(both, 'aaaaaaaa').map(({ code }) => code)).toEqual(['BBBB-BBBB']);
  expect(withoutOrder(both, 'CCCC-CCCC')).toEqual(both);
});

it('an order that is left for another stays, as one that is gone back to by hand', () => {
  const left = withLeft([order('AAAA'), order('BBBB')], 'AAAA');
  expect(left.map(({ isLeft }) => isLeft)).toEqual([true, false]);
});

it('the list stays short, and what is no order is left out', () => {
  const many = Array.from({ length: 3 * MOST_KEPT }, (_, n) => order(`A${n}`));
  const all = many.reduce<readonly WidgetOrder[]>(withOrder, []);
  expect([all.length, all[0]?.code]).toEqual([MOST_KEPT, `A${3 * MOST_KEPT - 1}`]);
  expect(readOrders(JSON.stringify(all))).toEqual(all);
  expect(readOrders(JSON.stringify([order('A'), order('../find'), { code: 'B' }, null]))).toEqual([
    order('A'),
  ]);
  expect(['{}', 'null', '{', null].map(readOrders)).toEqual([[], [], [], []]);
});

it('a widget is another by what it asks for, and not by how it looks or speaks', () => {
  const plain = widgetOf('?host=https%3A%2F%2Fshop.example&reference=bill+1');
  expect(
    widgetOf(
      '?theme=dark&reference=bill+1&accent=ffd400&accent-dark=fff&lang=de&host=https%3A%2F%2Fshop.example',
    ),
  ).toBe(plain);
  expect(widgetOf('?host=https%3A%2F%2Fshop.example&reference=bill+2')).not.toBe(plain);
});
