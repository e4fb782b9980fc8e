-- A price that jumped and then stood still has stood since then, not since the moment when it was confirmed.
ALTER TABLE price ADD COLUMN pending_changed_at bigint;  -- when its source last said another one than before
UPDATE price SET pending_changed_at = pending_since WHERE pending_price IS NOT NULL;
ALTER TABLE price ADD CHECK ((pending_changed_at IS NULL) = (pending_price IS NULL));
