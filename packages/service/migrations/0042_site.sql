-- Whoever runs a site says what it is called, how it looks, and what its visitors have to know, without touching a file on every machine:
-- what the console says counts before the file, and every node shows it within a second. What was said before is kept, to go back to.
-- beside: 0030

CREATE TABLE site_version (
  id    bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at    bigint NOT NULL,                 -- Unix seconds
  actor text   NOT NULL,                 -- who said so
  parts jsonb  NOT NULL                  -- contract/console/site.ts; a part that is absent is the file's
);

INSERT INTO change (topic) VALUES ('site');
CREATE TRIGGER site_changed AFTER INSERT OR UPDATE OR DELETE ON site_version EXECUTE FUNCTION note_change('site');
