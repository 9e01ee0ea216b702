-- +goose Up
-- The zone of a parcel by the price sheet that counts for it, as reports may join it.
CREATE VIEW rating_zone AS
SELECT r.shipment_id, c.value ->> 'carrier' AS carrier, CAST(c.value ->> '$.quote.parcels[0].zone' AS TEXT) AS zone
FROM rating_result r JOIN rating_kept k ON k.shipment_id = r.shipment_id AND k.n = r.n, json_each(k.answer, '$.candidates') c
WHERE c.value ->> 'id' = k.chosen AND c.value ->> '$.quote.parcels[0].zone' IS NOT NULL;
-- +goose Down
SELECT 1;
