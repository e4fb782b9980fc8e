-- What was turned over, taken and earned is asked for by asset, pair, partner and time, of ten million orders too: so it is summed up as it
-- happens. Who may add something is not asked: whatever changes what an order comes to notes its number here, whichever version of the
-- program did it, and a background job reckons that order anew and moves the sums by the difference.
-- beside: 0030

-- Orders whose figures may have changed. The same one can be noted several times.
CREATE TABLE figure_due (
  id       bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL
);

-- What a completed order came to when it was last reckoned. In USDT, with every digit, at the prices it was exchanged at.
CREATE TABLE order_figure (
  order_id     bigint PRIMARY KEY,
  finished_at  bigint NOT NULL,
  affiliate_id bigint,                    -- who earns of it; null: nobody
  turnover    numeric NOT NULL,           -- what was sent to us
  fees        numeric NOT NULL,           -- service fees
  commissions numeric NOT NULL,           -- what an affiliate earns of them
  network     numeric NOT NULL,           -- what receivers were charged for networks, less what these took, by the ledger
  result      numeric NOT NULL            -- what the desk earned with it by the ledger, less the commission
);
CREATE INDEX order_figure_time ON order_figure (finished_at, order_id);
-- The statement of an affiliate.
CREATE INDEX order_figure_affiliate ON order_figure (affiliate_id, finished_at, order_id) WHERE affiliate_id IS NOT NULL;

-- The sums of those, by quarter hours, as days of all time zones begin with one, and by whole days of UTC.
CREATE TABLE figure_sum (
  size        integer   NOT NULL CHECK (size IN (900, 86400)), -- seconds
  began_at    bigint    NOT NULL,
  account_id  bigint    NOT NULL,
  code_id     bigint    NOT NULL,         -- 0: it came through no referral code
  from_asset  integer   NOT NULL,
  to_assets   integer[] NOT NULL,         -- all that it pays out, each once, in the order of their numbers
  orders      bigint    NOT NULL,
  turnover    numeric   NOT NULL,
  fees        numeric   NOT NULL,
  commissions numeric   NOT NULL,
  network     numeric   NOT NULL,
  result      numeric   NOT NULL,
  PRIMARY KEY (size, began_at, account_id, code_id, from_asset, to_assets)
);

-- Orders from this number on were not looked at yet since these sums exist. No row: all were.
CREATE TABLE figure_past (
  is_it bool  PRIMARY KEY DEFAULT true CHECK (is_it), -- one row
  next  bigint NOT NULL
);
INSERT INTO figure_past (next) VALUES (0);

CREATE FUNCTION note_figure_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_due (order_id) VALUES (NEW.order_id);
  RETURN NULL;
END $$;
CREATE FUNCTION note_figures_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_due (order_id) SELECT DISTINCT order_id FROM added;
  RETURN NULL;
END $$;
CREATE FUNCTION note_order_figure_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_due (order_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER orders_figure AFTER UPDATE OF status ON orders
  FOR EACH ROW WHEN ((OLD.status = 4) <> (NEW.status = 4)) EXECUTE FUNCTION note_order_figure_due();
CREATE TRIGGER referral_figure AFTER UPDATE OF commission ON referral_order
  FOR EACH ROW WHEN (OLD.commission <> NEW.commission) EXECUTE FUNCTION note_figure_due();
CREATE TRIGGER results_figure_new AFTER INSERT ON result_order
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_figures_due();
CREATE TRIGGER results_figure_more AFTER UPDATE ON result_order
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_figures_due();

-- What a referral code earned before its rate was changed. An order has the rate that held when it was placed, whatever stands here.
CREATE TABLE ref_code_rate (
  code_id        bigint  NOT NULL REFERENCES ref_code,
  until          bigint  NOT NULL,
  commission_ppm integer NOT NULL
);
CREATE INDEX ref_code_rate_code ON ref_code_rate (code_id, until);
