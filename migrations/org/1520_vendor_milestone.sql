-- +goose Up
-- What a forwarder told of a container, by the id that the sender gave it: who told it, and what.
CREATE TABLE vendor_milestone (
  id TEXT PRIMARY KEY,         -- the source's id of a tracking event
  forwarder_id TEXT NOT NULL,
  said TEXT NOT NULL,          -- SHA-256 of the request without its secret
  at INTEGER NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
