-- +goose Up
-- Which rows name a file. A file is opened through a row that the user may see, and one that no row ever named expires.
CREATE TABLE blob_name (
  hash TEXT NOT NULL,
  entity TEXT NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (hash, entity, key)
) STRICT, WITHOUT ROWID;
-- What is said of a conflict beside INSERT gives way, in a trigger, to what the outer statement says; ON CONFLICT stands.

INSERT INTO blob_name SELECT signature, 'dock_shipment', id FROM dock_shipment WHERE signature <> '' ON CONFLICT DO NOTHING;
INSERT INTO blob_name SELECT strokes, 'dock_shipment', id FROM dock_shipment WHERE strokes <> '' ON CONFLICT DO NOTHING;
INSERT INTO blob_name SELECT t.value, 'dock_shipment', r.id FROM dock_shipment r, json_tree(CASE WHEN json_valid(r.certificate) THEN r.certificate ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
-- +goose StatementBegin
CREATE TRIGGER dock_shipment_file_named AFTER INSERT ON dock_shipment WHEN NEW.signature <> '' OR NEW.strokes <> '' OR NEW.certificate NOT IN ('[]', '{}', 'null', '') BEGIN
  INSERT INTO blob_name SELECT NEW.signature, 'dock_shipment', NEW.id WHERE NEW.signature <> '' ON CONFLICT DO NOTHING;
  INSERT INTO blob_name SELECT NEW.strokes, 'dock_shipment', NEW.id WHERE NEW.strokes <> '' ON CONFLICT DO NOTHING;
  INSERT INTO blob_name SELECT t.value, 'dock_shipment', NEW.id FROM json_tree(CASE WHEN json_valid(NEW.certificate) THEN NEW.certificate ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER dock_shipment_file_renamed AFTER UPDATE OF signature, strokes, certificate ON dock_shipment WHEN NEW.signature <> '' OR NEW.strokes <> '' OR NEW.certificate NOT IN ('[]', '{}', 'null', '') BEGIN
  INSERT INTO blob_name SELECT NEW.signature, 'dock_shipment', NEW.id WHERE NEW.signature <> '' ON CONFLICT DO NOTHING;
  INSERT INTO blob_name SELECT NEW.strokes, 'dock_shipment', NEW.id WHERE NEW.strokes <> '' ON CONFLICT DO NOTHING;
  INSERT INTO blob_name SELECT t.value, 'dock_shipment', NEW.id FROM json_tree(CASE WHEN json_valid(NEW.certificate) THEN NEW.certificate ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd

INSERT INTO blob_name SELECT t.value, 'dock_pallet', r.id FROM dock_pallet r, json_tree(CASE WHEN json_valid(r.photos) THEN r.photos ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
INSERT INTO blob_name SELECT t.value, 'dock_pallet', r.id FROM dock_pallet r, json_tree(CASE WHEN json_valid(r.short_photos) THEN r.short_photos ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
-- +goose StatementBegin
CREATE TRIGGER dock_pallet_file_named AFTER INSERT ON dock_pallet WHEN NEW.photos NOT IN ('[]', '{}', 'null', '') OR NEW.short_photos NOT IN ('[]', '{}', 'null', '') BEGIN
  INSERT INTO blob_name SELECT t.value, 'dock_pallet', NEW.id FROM json_tree(CASE WHEN json_valid(NEW.photos) THEN NEW.photos ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
  INSERT INTO blob_name SELECT t.value, 'dock_pallet', NEW.id FROM json_tree(CASE WHEN json_valid(NEW.short_photos) THEN NEW.short_photos ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER dock_pallet_file_renamed AFTER UPDATE OF photos, short_photos ON dock_pallet WHEN NEW.photos NOT IN ('[]', '{}', 'null', '') OR NEW.short_photos NOT IN ('[]', '{}', 'null', '') BEGIN
  INSERT INTO blob_name SELECT t.value, 'dock_pallet', NEW.id FROM json_tree(CASE WHEN json_valid(NEW.photos) THEN NEW.photos ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
  INSERT INTO blob_name SELECT t.value, 'dock_pallet', NEW.id FROM json_tree(CASE WHEN json_valid(NEW.short_photos) THEN NEW.short_photos ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd

INSERT INTO blob_name SELECT licence_front, 'dock_driver', id FROM dock_driver WHERE licence_front <> '' ON CONFLICT DO NOTHING;
-- +goose StatementBegin
CREATE TRIGGER dock_driver_file_named AFTER INSERT ON dock_driver WHEN NEW.licence_front <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.licence_front, 'dock_driver', NEW.id WHERE NEW.licence_front <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER dock_driver_file_renamed AFTER UPDATE OF licence_front ON dock_driver WHEN NEW.licence_front <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.licence_front, 'dock_driver', NEW.id WHERE NEW.licence_front <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd

INSERT INTO blob_name SELECT blob, 'document', id FROM document WHERE blob <> '' ON CONFLICT DO NOTHING;
-- +goose StatementBegin
CREATE TRIGGER document_file_named AFTER INSERT ON document WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'document', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER document_file_renamed AFTER UPDATE OF blob ON document WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'document', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd

INSERT INTO blob_name SELECT blob, 'document_seal', document_id FROM document_seal WHERE blob <> '' ON CONFLICT DO NOTHING;
-- +goose StatementBegin
CREATE TRIGGER document_seal_file_named AFTER INSERT ON document_seal WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'document_seal', NEW.document_id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER document_seal_file_renamed AFTER UPDATE OF blob ON document_seal WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'document_seal', NEW.document_id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd

INSERT INTO blob_name SELECT image, 'document_signing', shipment_id FROM document_signing WHERE image <> '' ON CONFLICT DO NOTHING;
INSERT INTO blob_name SELECT shipper_image, 'document_signing', shipment_id FROM document_signing WHERE shipper_image <> '' ON CONFLICT DO NOTHING;
-- +goose StatementBegin
CREATE TRIGGER document_signing_file_named AFTER INSERT ON document_signing WHEN NEW.image <> '' OR NEW.shipper_image <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.image, 'document_signing', NEW.shipment_id WHERE NEW.image <> '' ON CONFLICT DO NOTHING;
  INSERT INTO blob_name SELECT NEW.shipper_image, 'document_signing', NEW.shipment_id WHERE NEW.shipper_image <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER document_signing_file_renamed AFTER UPDATE OF image, shipper_image ON document_signing WHEN NEW.image <> '' OR NEW.shipper_image <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.image, 'document_signing', NEW.shipment_id WHERE NEW.image <> '' ON CONFLICT DO NOTHING;
  INSERT INTO blob_name SELECT NEW.shipper_image, 'document_signing', NEW.shipment_id WHERE NEW.shipper_image <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd

INSERT INTO blob_name SELECT t.value, 'notify_mail', r.id FROM notify_mail r, json_tree(CASE WHEN json_valid(r.attachments) THEN r.attachments ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
-- +goose StatementBegin
CREATE TRIGGER notify_mail_file_named AFTER INSERT ON notify_mail WHEN NEW.attachments NOT IN ('[]', '{}', 'null', '') BEGIN
  INSERT INTO blob_name SELECT t.value, 'notify_mail', NEW.id FROM json_tree(CASE WHEN json_valid(NEW.attachments) THEN NEW.attachments ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER notify_mail_file_renamed AFTER UPDATE OF attachments ON notify_mail WHEN NEW.attachments NOT IN ('[]', '{}', 'null', '') BEGIN
  INSERT INTO blob_name SELECT t.value, 'notify_mail', NEW.id FROM json_tree(CASE WHEN json_valid(NEW.attachments) THEN NEW.attachments ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd

INSERT INTO blob_name SELECT t.value, 'quote', r.id FROM quote r, json_tree(CASE WHEN json_valid(r.files) THEN r.files ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
-- +goose StatementBegin
CREATE TRIGGER quote_file_named AFTER INSERT ON quote WHEN NEW.files NOT IN ('[]', '{}', 'null', '') BEGIN
  INSERT INTO blob_name SELECT t.value, 'quote', NEW.id FROM json_tree(CASE WHEN json_valid(NEW.files) THEN NEW.files ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER quote_file_renamed AFTER UPDATE OF files ON quote WHEN NEW.files NOT IN ('[]', '{}', 'null', '') BEGIN
  INSERT INTO blob_name SELECT t.value, 'quote', NEW.id FROM json_tree(CASE WHEN json_valid(NEW.files) THEN NEW.files ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd

INSERT INTO blob_name SELECT blob, 'quote_file', id FROM quote_file WHERE blob <> '' ON CONFLICT DO NOTHING;
-- +goose StatementBegin
CREATE TRIGGER quote_file_file_named AFTER INSERT ON quote_file WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'quote_file', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER quote_file_file_renamed AFTER UPDATE OF blob ON quote_file WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'quote_file', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd

INSERT INTO blob_name SELECT blob, 'quote_document', id FROM quote_document WHERE blob <> '' ON CONFLICT DO NOTHING;
-- +goose StatementBegin
CREATE TRIGGER quote_document_file_named AFTER INSERT ON quote_document WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'quote_document', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER quote_document_file_renamed AFTER UPDATE OF blob ON quote_document WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'quote_document', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd

INSERT INTO blob_name SELECT t.value, 'shipment_event', r.shipment_id FROM shipment_event r, json_tree(CASE WHEN json_valid(r.data) THEN r.data ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
-- +goose StatementBegin
CREATE TRIGGER shipment_event_file_named AFTER INSERT ON shipment_event WHEN instr(NEW.data, '"image"') OR instr(NEW.data, '"strokes"') OR instr(NEW.data, '"photos"') OR instr(NEW.data, '"paper"') BEGIN
  INSERT INTO blob_name SELECT t.value, 'shipment_event', NEW.shipment_id FROM json_tree(CASE WHEN json_valid(NEW.data) THEN NEW.data ELSE '[]' END) t WHERE t.type = 'text' AND length(t.value) = 64 AND t.value NOT GLOB '*[^0-9a-f]*' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd

CREATE INDEX blob_at ON blob (at);
-- +goose Down
SELECT 1;
