-- An operator may choose P2TR deposit addresses, and where the key of the treasury is.

-- Deposit addresses of both kinds are numbered together: which kind one is, the address itself tells.
ALTER TABLE address_space ADD COLUMN taproot_xpub text; -- of the account of P2TR addresses; null where there are none
ALTER TABLE address_space ADD COLUMN treasury_path text; -- where the treasury's key is, below the account

-- Where they have been until now.
UPDATE address_space SET treasury_path = CASE name WHEN 'solana' THEN '2147483647''/0''' ELSE '1/0' END
 WHERE treasury IS NOT NULL;
