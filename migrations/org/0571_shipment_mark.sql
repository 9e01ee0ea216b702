-- +goose Up
-- What became of a shipment when it was last scheduled together with others. Nothing of it goes to a device.
CREATE TABLE shipment_mark (
  shipment_id TEXT PRIMARY KEY REFERENCES shipment (id) ON DELETE CASCADE,
  status TEXT NOT NULL CHECK (status IN ('pending', 'success', 'error')),
  carrier TEXT NOT NULL DEFAULT '',     -- that it was to go with
  message TEXT NOT NULL DEFAULT '',     -- why it was refused
  params TEXT NOT NULL DEFAULT 'null',
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
-- +goose Down
SELECT 1;
