-- What nodes need of a desk with venues: until when a price counts, that there are new ones, and how it stands with the venues.

ALTER TABLE price
  -- Until when the times of enough venues are young enough, at a rate of later and at a fixed one; null: price.at decides alone.
  -- So a price grows old by itself when nobody judges it any more.
  ADD COLUMN float_until bigint,
  ADD COLUMN fixed_until bigint;

-- A market says here that it has stored prices, some times a second.
INSERT INTO change (topic) VALUES ('prices');
ALTER TABLE change SET (fillfactor = 50);

-- How it stood with every coin at every venue when whoever watches them last looked. One row.
CREATE TABLE venue_standing (
  is_one    boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  at        bigint  NOT NULL,
  standings jsonb   NOT NULL                  -- pricing/venue-standings.ts says what stands in it
);
