// Package store keeps each organisation in one SQLite file of its own, and a small system file beside them.
//
// A command runs in a savepoint on the file's single writer and is answered when it is on disk; many share one COMMIT.
// A query runs on a read-only pool. Nothing slow runs inside either. The replica, the blobs and the secret never stand
// in the data folder: losing that folder loses nothing.
//
// # How a file lives
//
// It opens on first use: fetched from the replica if it is missing, damaged or older than what the replica holds (then it
// gets a new epoch), checked if the last session crashed, migrated, served. It closes when nobody uses it, once the
// replica has all of it. Litestream, as a library, turns its log into files and sends them to a folder of the replica
// that belongs to this life of the database alone:
//
//	<replica>/org/<id>/<epoch>/ltx/…   the stream
//	<replica>/org/<id>/<epoch>/head    how far it is
//	<replica>/system/<epoch>/…         the same for the index over all organisations
//
// The newest life by name is the one to restore from; one that ended before anything of it arrived is passed over. So a
// restore that is killed half-way leaves nothing to clean up. A stream that cannot be continued although the file is
// sound (the replica was emptied, or replication was off for a while) begins again in <epoch>.02. Lives behind the two newest
// that can be restored are deleted a month after their end.
package store
