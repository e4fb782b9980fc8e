-- Once, on the primary: the service's role and its database. It needs no more than to own what it makes.
CREATE ROLE swapdesk LOGIN PASSWORD '{{servicePassword}}';
-- Lets doctor see whether standbys follow, and how.
GRANT pg_monitor TO swapdesk;
CREATE DATABASE swapdesk OWNER swapdesk;
