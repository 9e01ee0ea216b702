-- +goose Up
-- The tender of a link: the page of one load names the others that the same mail offered.
CREATE INDEX shipment_tender_link ON shipment_tender (link_id) WHERE link_id <> '';
-- Which carrier does not serve a lane.
CREATE INDEX shipment_tender_lane ON shipment_tender (answered_at) WHERE reason = 'lane';
-- +goose Down
SELECT 1;
