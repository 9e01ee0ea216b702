-- +goose Up
-- What titles of columns, and words in them, mean in the files that rows come in: a title where field is empty, else a word of that field.
CREATE TABLE rowfile_memory (
  kind    TEXT NOT NULL,
  field   TEXT NOT NULL,
  text    TEXT NOT NULL,
  meaning TEXT NOT NULL, -- of a title the field, empty for a column that is not taken over
  at      INTEGER NOT NULL,
  UNIQUE (kind, field, text)
) STRICT;
-- +goose Down
DROP TABLE rowfile_memory;
