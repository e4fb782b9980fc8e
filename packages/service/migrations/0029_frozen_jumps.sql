-- A price that jumped and then stood still has stood since then, not since the moment when it was confirmed. Null: it was
-- written by a node that did not know of this, and has stood since it was heard first.
ALTER TABLE price ADD COLUMN pending_changed_at bigint;  -- when its source last said another one than before
