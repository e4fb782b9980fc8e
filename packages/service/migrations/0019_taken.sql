-- So that many small orders do not each get the price of the first, nodes tell each other what they have promised at fixed prices or
-- exchanged in the last minutes: whoever comes next is priced behind it.

CREATE TABLE taken (
  node  text   PRIMARY KEY,
  -- When it was last told. Nobody counts what is older than the setting taken_window_s.
  at    bigint NOT NULL,
  -- Of each coin what was sold into its bids and bought from its asks, and the same of what is only promised, in USDT counted in
  -- 10^-18: [["LTC", "0", "5000", "0", "0"], …].
  coins jsonb  NOT NULL
);
