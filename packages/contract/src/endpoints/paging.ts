import Type from 'typebox';
import { OneOf, Whole } from '../schema.ts';

export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;

/** What both lists take. */
export const paging = {
  page: Type.Optional(Whole({ minimum: 1 }, { description: 'Page number', default: 1 })),
  page_size: Type.Optional(
    Whole({ minimum: 1, maximum: MAX_PAGE_SIZE }, { description: 'Page size', default: DEFAULT_PAGE_SIZE }),
  ),
  created_start: Type.Optional(
    Whole({}, { description: 'Start of the creation time, Unix seconds, inclusive' }),
  ),
  created_end: Type.Optional(Whole({}, { description: 'End of the creation time, Unix seconds, exclusive' })),
  direction: Type.Optional(OneOf(['DESC', 'ASC'], { description: 'By creation time', default: 'DESC' })),
};
