-- +goose Up
-- A shipment may be of several purchase orders, where they leave from one place for one warehouse.
CREATE TABLE order_purchase_shipment_new (
  shipment_id TEXT NOT NULL,
  purchase_id TEXT NOT NULL REFERENCES order_purchase (id),
  PRIMARY KEY (shipment_id, purchase_id)
) STRICT, WITHOUT ROWID;
INSERT INTO order_purchase_shipment_new SELECT shipment_id, purchase_id FROM order_purchase_shipment;
DROP TABLE order_purchase_shipment;
ALTER TABLE order_purchase_shipment_new RENAME TO order_purchase_shipment;
-- +goose Down
SELECT 1;
