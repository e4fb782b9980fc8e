-- The wallet: one sealed seed, public account keys, and deposit addresses derived ahead of need.

CREATE TABLE wallet (
  is_only         boolean PRIMARY KEY DEFAULT true CHECK (is_only), -- there is one
  network         text    NOT NULL CHECK (network IN ('main', 'test', 'regtest')),
  sealed_seed     jsonb   NOT NULL,           -- encrypted under the operator's passphrase
  created_at      bigint  NOT NULL,
  -- When somebody last proved to have the words: a seed that nobody has on paper is lost with the store or its passphrase.
  written_down_at bigint                      -- null: nobody has yet
);

-- `given` only ever grows, so no address is given twice, whichever node asks and whatever crashes. After a restore all that may
-- have been given counts as given, also what has to be derived again.
CREATE TABLE address_space (
  name          text   PRIMARY KEY,
  xpub          text,                         -- account public key; null where the curve has none (ed25519)
  -- Of the account of P2TR addresses; null where there are none. Deposit addresses of both kinds are numbered together: which
  -- kind one is, the address itself tells.
  taproot_xpub  text,
  derived       bigint NOT NULL DEFAULT 0,    -- addresses with an index below this are in deposit_address
  given         bigint NOT NULL DEFAULT 0,    -- those below this belong to some node or order
  released      bigint,                       -- those below this may be given: the record knows of them; null: nobody keeps one
  treasury      text,                         -- what is paid out comes from here, change goes here
  treasury_path text                          -- where its key is, below the account
);
CREATE TRIGGER treasury_changed AFTER UPDATE OF treasury ON address_space EXECUTE FUNCTION note_change('catalogue');

CREATE TABLE deposit_address (
  id      bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  space   text   NOT NULL,
  index   bigint NOT NULL,                    -- in the derivation path
  address text   NOT NULL,
  UNIQUE (space, index),
  UNIQUE (space, address)
);
