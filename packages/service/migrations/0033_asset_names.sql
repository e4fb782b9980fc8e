-- What people call a coin, beside its abbreviation.
ALTER TABLE asset ADD COLUMN name text NOT NULL DEFAULT '';
UPDATE asset SET name = CASE abbr
  WHEN 'BTC'  THEN 'Bitcoin'
  WHEN 'LTC'  THEN 'Litecoin'
  WHEN 'DOGE' THEN 'Dogecoin'
  WHEN 'ETH'  THEN 'Ether'
  WHEN 'USDT' THEN 'Tether USD'
  WHEN 'USDC' THEN 'USD Coin'
  WHEN 'ARB'  THEN 'Arbitrum'
  WHEN 'BNB'  THEN 'BNB'
  WHEN 'POL'  THEN 'Polygon'
  WHEN 'TRX'  THEN 'TRON'
  WHEN 'SOL'  THEN 'Solana'
  ELSE abbr END;
