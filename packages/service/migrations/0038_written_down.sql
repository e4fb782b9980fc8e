-- A seed that nobody has on paper is lost with the store or its passphrase: when somebody last proved to have the words.
ALTER TABLE wallet ADD COLUMN written_down_at bigint;  -- null: nobody has yet

-- Whoever imported one has had it from elsewhere.
UPDATE wallet SET written_down_at = created_at WHERE EXISTS (SELECT FROM audit_entry WHERE act = 'wallet import');
