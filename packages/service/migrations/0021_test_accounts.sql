-- On test networks: what an address holds as of each block that moved something of it. To add it up from all that it ever did took
-- longer with each payment of the treasury.

CREATE TABLE sim_held (
  chain_id smallint NOT NULL,
  address  text     NOT NULL,
  asset_id integer  NOT NULL,
  height   bigint   NOT NULL,
  units    numeric  NOT NULL,
  PRIMARY KEY (chain_id, address, asset_id, height)
);

INSERT INTO sim_held (chain_id, address, asset_id, height, units)
SELECT m.chain_id, m.address, m.asset_id, t.height,
       sum(sum(m.units)) OVER (PARTITION BY m.chain_id, m.address, m.asset_id ORDER BY t.height)
  FROM sim_move m JOIN sim_tx t ON t.chain_id = m.chain_id AND t.txid = m.txid AND t.state = 'mined'
 GROUP BY m.chain_id, m.address, m.asset_id, t.height;
