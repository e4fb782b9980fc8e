-- Base: a rollup like Arbitrum, with addresses like all of its kind. Confirmations as on the other test networks.
INSERT INTO chain (id, name, address_space, native_abbr, evm_chain_id, confirmations) VALUES
  (10, 'Base', 'evm', 'ETH', 8453, 3);

INSERT INTO asset (id, chain_id, abbr, protocol, decimals, contract, stable, can_send, can_receive,
                   min_units, max_units, transfer_cost, treasury_units) VALUES
  (18, 10, 'ETH',  'BASE', 18, NULL, false, true, true, 500000000000000, 200000000000000000000, 2100000000000, 2000000000000000000000),
  (19, 10, 'USDC', 'BASE', 6,  '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', true, true, true, 2000000, 500000000000, 6500000000000, 5000000000000);
