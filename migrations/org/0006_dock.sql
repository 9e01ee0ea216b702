-- +goose Up
CREATE TABLE dock_shipment (
  id TEXT PRIMARY KEY,                 -- the shipment's id
  warehouse TEXT NOT NULL,
  bol TEXT NOT NULL,
  pro TEXT NOT NULL DEFAULT '',
  carrier TEXT NOT NULL,
  carrier_name TEXT NOT NULL,
  orders TEXT NOT NULL,
  ship_on TEXT NOT NULL,
  due_at INTEGER,
  door TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL CHECK (state IN ('waiting', 'arrived', 'loading', 'loaded', 'signed', 'left', 'void')),
  total_pallets INTEGER NOT NULL,
  loaded_pallets INTEGER NOT NULL DEFAULT 0,
  pieces INTEGER NOT NULL,
  weight TEXT NOT NULL,
  hazmat TEXT NOT NULL DEFAULT '[]',
  temperature TEXT NOT NULL DEFAULT '',
  trailer TEXT NOT NULL DEFAULT '',
  seal TEXT NOT NULL DEFAULT '',
  driver_id TEXT NOT NULL DEFAULT '',
  driver_name TEXT NOT NULL DEFAULT '',
  driver_phone TEXT NOT NULL DEFAULT '',
  driver_licence TEXT NOT NULL DEFAULT '',
  consignee TEXT NOT NULL,
  city TEXT NOT NULL,
  region TEXT NOT NULL,
  signed_by TEXT NOT NULL DEFAULT '',
  signed_at INTEGER,
  signature TEXT NOT NULL DEFAULT '',
  strokes TEXT NOT NULL DEFAULT '',
  consent TEXT NOT NULL DEFAULT '',
  digest TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  left_at INTEGER
) STRICT;

CREATE TABLE dock_pallet (
  id TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL REFERENCES dock_shipment (id),
  warehouse TEXT NOT NULL,
  lpn TEXT NOT NULL,
  sscc TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL,
  pieces INTEGER NOT NULL,
  weight TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('staged', 'loaded', 'short', 'damaged', 'over')),
  short INTEGER NOT NULL DEFAULT 0,
  note TEXT NOT NULL DEFAULT '',
  photos TEXT NOT NULL DEFAULT '[]',
  scanned_at INTEGER,
  scanned_by TEXT NOT NULL DEFAULT '',
  device TEXT NOT NULL DEFAULT '',
  left_at INTEGER
) STRICT;
CREATE INDEX dock_pallet_shipment ON dock_pallet (shipment_id);
CREATE INDEX dock_pallet_lpn ON dock_pallet (lpn);
CREATE INDEX dock_pallet_sscc ON dock_pallet (sscc) WHERE sscc <> '';

CREATE TABLE dock_driver (
  id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL,
  name TEXT NOT NULL,
  carrier TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  licence TEXT NOT NULL DEFAULT '',
  licence_front TEXT NOT NULL DEFAULT '',
  verified_at INTEGER,
  added_at INTEGER NOT NULL
) STRICT;
CREATE INDEX dock_driver_carrier ON dock_driver (warehouse, carrier);

CREATE TABLE dock_setting (
  id TEXT PRIMARY KEY,                 -- the warehouse
  print INTEGER NOT NULL DEFAULT 1,
  mail_bol INTEGER NOT NULL DEFAULT 0,
  mail_to TEXT NOT NULL DEFAULT '[]',
  show_unscanned INTEGER NOT NULL DEFAULT 1,
  lpn_loading INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE document (
  id TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  blob TEXT NOT NULL,
  size INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  left_at INTEGER
) STRICT;
CREATE INDEX document_shipment ON document (shipment_id, at);

CREATE TABLE notify_notification (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  group_id TEXT NOT NULL DEFAULT '',
  code TEXT NOT NULL,
  params TEXT NOT NULL,
  link TEXT NOT NULL DEFAULT '',
  at INTEGER NOT NULL,
  delivered_at INTEGER,
  read_at INTEGER,
  deleted_at INTEGER
) STRICT;
CREATE INDEX notify_notification_user ON notify_notification (user_id, at) WHERE deleted_at IS NULL;

CREATE TABLE notify_mail (
  id TEXT PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,            -- what the mail is about; also its Message-ID
  recipients TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  attachments TEXT NOT NULL DEFAULT '[]',
  shipment_id TEXT NOT NULL DEFAULT '',
  at INTEGER NOT NULL,
  sent_at INTEGER,
  error TEXT NOT NULL DEFAULT ''
) STRICT;
-- +goose Down
SELECT 1;
