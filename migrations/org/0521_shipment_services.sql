-- +goose Up
-- What is asked of the carrier beside the haul. It stood in what a person had entered; a shipment of open orders had no place for it.
ALTER TABLE shipment ADD COLUMN services TEXT NOT NULL DEFAULT '[]';
UPDATE shipment SET services = (SELECT COALESCE(e.entry ->> '$.AdditionalService', '[]') FROM shipment_entry e WHERE e.shipment_id = shipment.id)
WHERE id IN (SELECT shipment_id FROM shipment_entry);
UPDATE shipment SET services = json_insert(services, '$[#]', 'RES')
WHERE id IN (SELECT shipment_id FROM shipment_entry) AND destination ->> '$.residential' = 1 AND NOT EXISTS (SELECT 1 FROM json_each(services) WHERE value = 'RES');
-- +goose Down
SELECT 1;
