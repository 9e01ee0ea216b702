-- +goose Up
-- A row of a warehouse's yard as it lies on its map: spots side by side, or doors of the building.
CREATE TABLE warehouse_yard_row (
  id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  name TEXT NOT NULL,     -- as on the sign: A
  kind TEXT NOT NULL,     -- spots, reefer (spots with power), doors
  first INTEGER NOT NULL, -- number of the first spot
  spots INTEGER NOT NULL, -- how many; of a row of doors 0
  closed TEXT NOT NULL,   -- JSON: numbers of spots where nothing may stand
  doors TEXT NOT NULL,    -- JSON: of a row of doors those that it has, in their order
  x INTEGER NOT NULL,     -- of the row's first place on the map, in spots
  y INTEGER NOT NULL,
  down INTEGER NOT NULL,  -- the row runs down the map, not across
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  UNIQUE (warehouse, name)
) STRICT;
-- How many days a drop trailer of a carrier may stand in a warehouse's yard before storage is charged.
CREATE TABLE warehouse_drop_term (
  id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  carrier TEXT NOT NULL, -- SCAC; empty for all that have none of their own
  free_days INTEGER NOT NULL,
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  UNIQUE (warehouse, carrier)
) STRICT;
-- A trailer in a yard. It stands on a spot, at a door, or nobody has said where.
CREATE TABLE warehouse_trailer (
  id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  number TEXT NOT NULL,
  carrier TEXT NOT NULL,      -- SCAC; empty where it is not known
  carrier_name TEXT NOT NULL,
  contents TEXT NOT NULL,     -- empty, partial, loaded, unknown
  seal TEXT NOT NULL,
  set_point TEXT NOT NULL,    -- measure; without a unit it is no reefer
  reading TEXT NOT NULL,      -- measure, as last read
  read_at INTEGER,
  dropped INTEGER NOT NULL,   -- it stays without its tractor
  free_days INTEGER NOT NULL, -- of its carrier; -1 for none agreed
  row_id TEXT NOT NULL,
  spot INTEGER NOT NULL,
  door TEXT NOT NULL,
  placed_at INTEGER NOT NULL, -- since when it stands there
  came_at INTEGER NOT NULL,
  left_at INTEGER,
  visit_id TEXT NOT NULL,     -- whose tractor brought it and is here
  shipment_id TEXT NOT NULL,
  note TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX warehouse_trailer_spot ON warehouse_trailer (row_id, spot) WHERE left_at IS NULL AND row_id <> '';
CREATE UNIQUE INDEX warehouse_trailer_door ON warehouse_trailer (warehouse, door) WHERE left_at IS NULL AND door <> '';
CREATE INDEX warehouse_trailer_here ON warehouse_trailer (warehouse, number) WHERE left_at IS NULL;
CREATE INDEX warehouse_trailer_visit ON warehouse_trailer (visit_id) WHERE left_at IS NULL AND visit_id <> '';
-- What a yard driver is asked to do: bring a trailer to a spot or a door.
CREATE TABLE warehouse_yard_move (
  id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL REFERENCES warehouse_site (id),
  trailer_id TEXT NOT NULL REFERENCES warehouse_trailer (id),
  row_id TEXT NOT NULL,
  spot INTEGER NOT NULL,
  door TEXT NOT NULL,
  priority TEXT NOT NULL, -- now, normal, later
  note TEXT NOT NULL,
  state TEXT NOT NULL,    -- open, done, cancelled
  asked_by TEXT NOT NULL, -- names, as the yard driver reads them
  asked_at INTEGER NOT NULL,
  ended_by TEXT NOT NULL,
  ended_at INTEGER,
  reason TEXT NOT NULL    -- why it was not done
) STRICT;
CREATE UNIQUE INDEX warehouse_yard_move_trailer ON warehouse_yard_move (trailer_id) WHERE state = 'open';
CREATE UNIQUE INDEX warehouse_yard_move_spot ON warehouse_yard_move (row_id, spot) WHERE state = 'open' AND row_id <> '';
CREATE UNIQUE INDEX warehouse_yard_move_door ON warehouse_yard_move (warehouse, door) WHERE state = 'open' AND door <> '';
-- What happened to trailers in yards: only ever added to.
CREATE TABLE warehouse_trailer_event (
  id TEXT PRIMARY KEY,
  warehouse TEXT NOT NULL,
  trailer_id TEXT NOT NULL REFERENCES warehouse_trailer (id),
  kind TEXT NOT NULL,
  row_id TEXT NOT NULL,     -- where it stood then
  spot INTEGER NOT NULL,
  door TEXT NOT NULL,
  place TEXT NOT NULL,      -- the same as on the sign of that day
  data TEXT NOT NULL,       -- JSON
  at INTEGER NOT NULL,      -- when it was done
  heard_at INTEGER NOT NULL,
  by_user TEXT NOT NULL,
  by_name TEXT NOT NULL
) STRICT;
CREATE INDEX warehouse_trailer_event_trailer ON warehouse_trailer_event (trailer_id, at);
CREATE INDEX warehouse_trailer_event_yard ON warehouse_trailer_event (warehouse, at);
-- +goose Down
SELECT 1;
