-- The wallet: one sealed seed, public account keys, and deposit addresses derived ahead of need.

CREATE TABLE wallet (
  is_only     boolean PRIMARY KEY DEFAULT true CHECK (is_only), -- there is one
  network     text   NOT NULL CHECK (network IN ('main', 'test')),
  sealed_seed jsonb  NOT NULL,                -- encrypted under the operator's passphrase
  created_at  bigint NOT NULL
);

-- `given` only ever grows, so no address is given twice, whichever node asks and whatever crashes.
CREATE TABLE address_space (
  name    text   PRIMARY KEY,
  xpub    text,                               -- account public key; null where the curve has none (ed25519)
  derived bigint NOT NULL DEFAULT 0,          -- addresses with an index below this are in deposit_address
  given   bigint NOT NULL DEFAULT 0 CHECK (given <= derived) -- those below this belong to some node or order
);

CREATE TABLE deposit_address (
  id      bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  space   text   NOT NULL,
  index   bigint NOT NULL,                    -- in the derivation path
  address text   NOT NULL,
  UNIQUE (space, index),
  UNIQUE (space, address)
);
