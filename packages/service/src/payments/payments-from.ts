/** SQL: the ids of all payments on a chain that take something from an address, by itself or with others. */
export function paymentsFrom(chainId: string, address: string): string {
  return `(SELECT id FROM payment WHERE chain_id = ${chainId} AND source = ${address}
            UNION ALL SELECT payment_id FROM gathered WHERE chain_id = ${chainId} AND source = ${address})`;
}
