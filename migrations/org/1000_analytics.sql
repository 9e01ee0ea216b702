-- +goose Up
-- What reports join of an area's rows, as the area itself lets them: whose load, when, and how it went. No money is in it but the audit's own.
CREATE VIEW shipment_carried AS
SELECT s.id, s.number, s.bol, s.warehouse, s.carrier, s.carrier_name, s.status, s.back, s.mode, s.inbound, s.ship_on, s.pickup_from, s.pickup_to, s.arrive_by, s.service_days,
  COALESCE(s.origin ->> 'country', '') AS from_country, COALESCE(s.origin ->> 'zip', '') AS from_zip,
  COALESCE(s.destination ->> 'country', '') AS to_country, COALESCE(s.destination ->> 'zip', '') AS to_zip,
  COALESCE(s.signed_at, (SELECT MIN(e.at) FROM shipment_event e WHERE e.shipment_id = s.id AND e.kind IN ('depart', 'in-transit'))) AS departed_at, s.delivered_at
FROM shipment s WHERE s.status IN ('T', 'M', 'A', 'D', 'X') AND s.carrier <> '';

CREATE VIEW shipment_offered AS
SELECT t.id, t.shipment_id, s.number, s.bol, t.warehouse, t.carrier, t.carrier_name, t.state, t.offered_at, t.answered_at, t.reason
FROM shipment_tender t JOIN shipment s ON s.id = t.shipment_id WHERE t.offered_at IS NOT NULL;
CREATE INDEX shipment_tender_offered ON shipment_tender (offered_at) WHERE offered_at IS NOT NULL;

-- When a truck was first met at the dock.
CREATE VIEW dock_arrival AS SELECT id AS shipment_id, arrived_at FROM dock_shipment WHERE arrived_at IS NOT NULL;

-- Claims for goods that the carrier was sent. An overcharge is no damage, and counts with the carrier's bills.
CREATE VIEW claim_filed AS
SELECT id, number, shipment_id, carrier, warehouse, kind, filed_on FROM claim_case WHERE filed_on <> '' AND outcome <> 'withdrawn' AND kind <> 'overcharge';

CREATE VIEW audit_billed AS
SELECT id, number, kind, carrier, carrier_name, state, shipment_id, shipment, bol, warehouse, by_user, week, received_at, first_pass, currency, total_minor, expected_minor, pay_minor, short_minor, charges, exceptions
FROM audit_invoice;
CREATE INDEX audit_invoice_received ON audit_invoice (received_at);
-- +goose Down
SELECT 1;
