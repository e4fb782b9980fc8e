-- What people call a coin, beside its abbreviation.
ALTER TABLE asset ADD COLUMN name text NOT NULL DEFAULT '';
