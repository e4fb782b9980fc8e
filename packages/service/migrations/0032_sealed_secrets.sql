-- Secrets that the service has to read are sealed with its key, which is not in the store: a copy of it signs for nobody.
-- What was readable before is not sealed afterwards, as somebody may have read it: such keys are revoked, and operators set
-- their authenticators up anew (`key create`, `operator reset`).
UPDATE api_key SET revoked_at = extract(epoch FROM now())::bigint WHERE revoked_at IS NULL;
ALTER TABLE api_key DROP COLUMN secret;
ALTER TABLE api_key ADD COLUMN sealed_secret bytea;

UPDATE operator SET is_enrolled = false, totp_secret = NULL;
ALTER TABLE operator RENAME COLUMN totp_secret TO sealed_totp;
DELETE FROM operator_session;
-- Whoever enrols first would be the only one who can confirm these, and the time to think again is long over.
UPDATE proposal SET state = 'withdrawn', decided_by = 'migration', decided_via = 'command line', decided_at = 1
 WHERE state = 'open';
