-- +goose Up
-- Claim forms of carriers and customers: a PDF with fields, and which of them says what of a claim.
CREATE TABLE claim_form_file (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,                 -- of the file
  blob TEXT NOT NULL,
  size INTEGER NOT NULL,
  pages INTEGER NOT NULL,
  fields TEXT NOT NULL,               -- as the PDF has them
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX claim_form_file_blob ON claim_form_file (blob);
CREATE INDEX claim_form_file_at ON claim_form_file (at);
-- +goose StatementBegin
CREATE TRIGGER claim_form_file_file_named AFTER INSERT ON claim_form_file WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'claim_form_file', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER claim_form_file_file_renamed AFTER UPDATE OF blob ON claim_form_file WHEN NEW.blob <> '' BEGIN
  INSERT INTO blob_name SELECT NEW.blob, 'claim_form_file', NEW.id WHERE NEW.blob <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd
CREATE TABLE claim_form (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  file TEXT NOT NULL REFERENCES claim_form_file (id),
  carrier TEXT NOT NULL,              -- SCAC; empty for any carrier
  kind TEXT NOT NULL,                 -- of claim; empty for every kind
  maps TEXT NOT NULL,                 -- what each field says
  rev INTEGER NOT NULL DEFAULT 1,
  at INTEGER NOT NULL,
  by_user TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX claim_form_name ON claim_form (name);
CREATE INDEX claim_form_of_file ON claim_form (file);
-- +goose Down
SELECT 1;
