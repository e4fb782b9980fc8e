-- When an operator gave password and code last: what is dangerous needs both a moment before, so that a stolen session is not
-- enough for it.
ALTER TABLE operator_session ADD COLUMN confirmed_at bigint NOT NULL DEFAULT 0;  -- Unix seconds
