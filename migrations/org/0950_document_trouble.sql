-- +goose Up
-- Why the paper of a signed bill could not be made, once that was tried as often as it is: what waits for it says so.
ALTER TABLE document_signing ADD COLUMN trouble TEXT NOT NULL DEFAULT '';
-- A print of a bill that is being made says that it waits.
UPDATE document_print SET answer = 'paper-not-yet' WHERE kind = 'bol' AND state = 'queued' AND EXISTS (SELECT 1 FROM document_signing s WHERE s.shipment_id = document_print.shipment_id AND s.document_id = '')
AND NOT EXISTS (SELECT 1 FROM document d WHERE d.shipment_id = document_print.shipment_id AND d.kind = 'signed-bol');
-- +goose Down
SELECT 1;
