-- Where the treasury pays the fee, one transaction brings in from several deposit addresses: the payment's own source, and these. They have to
-- be known, as each does one thing at a time, and as another attempt takes the same from each.

CREATE TABLE gathered (
  payment_id bigint   NOT NULL REFERENCES payment,
  chain_id   smallint NOT NULL,
  source     text     NOT NULL,
  units      numeric(78, 0) NOT NULL CHECK (units > 0), -- of the payment's; what is left of those is from its own source
  PRIMARY KEY (payment_id, source)
);
-- What takes something from an address.
CREATE INDEX gathered_source ON gathered (chain_id, source);
