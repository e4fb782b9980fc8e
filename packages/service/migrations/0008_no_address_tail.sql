-- The engine now tells strangers' transfers apart by itself (engine/watched-addresses.ts); what is left is looked up whole.
DROP INDEX deposit_address_tail;
