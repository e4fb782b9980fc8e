/** The order page. */
export const order = {
  title: (code: string) => `Order ${code}`,
  loading: 'Looking for the order…',
  notFound: 'There is no order with this code. Check that the link is complete.',
};
