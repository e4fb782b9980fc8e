/** What is shown where there is no page. */
export const nowhere = {
  title: 'There is nothing at this address',
  mistyped: 'The link may be cut off or mistyped. Compare it with the one that you were given.',
  order:
    'Are you looking for an order? Its address ends with the code of the order. Nothing happens to it while you look.',
  home: 'To the start page',
};
