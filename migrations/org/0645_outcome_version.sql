-- +goose Up
-- What of a device's work the replica does not hold yet, and what a page's rows hold: asked with every pull, and not among all that the device ever did.
CREATE INDEX sync_outcome_version ON sync_outcome (device, version);
-- +goose Down
SELECT 1;
