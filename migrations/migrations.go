// Package migrations embeds the schema of an organisation's database and of the system's. A merged file is never edited.
package migrations

import "embed"

// Org is the schema of every organisation.
//
//go:embed org/*.sql
var Org embed.FS

// System is the schema of the index over all organisations.
//
//go:embed system/*.sql
var System embed.FS
