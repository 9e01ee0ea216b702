package device

import (
	"context"
	"time"

	"lading/server/store"
)

const stuckAfter = 15 * time.Minute

// Known is a device as an administrator sees it.
type Known struct {
	ID         string             `json:"id" db:"id"`
	Name       string             `json:"name" db:"name"`
	User       string             `json:"user" db:"user_id"`
	EnrolledAt store.Time         `json:"enrolledAt" db:"enrolled_at"`
	SeenAt     store.Time         `json:"seenAt" db:"seen_at"`
	Build      string             `json:"build" db:"build"`
	Heard      int64              `json:"heard" db:"heard"`
	Settled    int64              `json:"settled" db:"settled"`
	Status     store.JSON[Told]   `json:"status" db:"status"`
	RevokedAt  store.Time         `json:"revokedAt" db:"revoked_at"`
	WipedAt    store.Time         `json:"wipedAt" db:"wiped_at"`
	LostFiles  int64              `json:"lostFiles" db:"lost_files"`
	Asked      store.JSON[[]Kind] `json:"asked" db:"asked"`  // what it has not carried out yet
	Tray       int64              `json:"tray" db:"tray"`    // of its work, what waits for a person
	LogAt      store.Time         `json:"logAt" db:"log_at"` // when it last sent its log
}

// Show narrows the list to what somebody must look after.
type Show string

// The filters.
const (
	Stuck       Show = "stuck"       // unsent work older than a quarter of an hour
	OldBuild    Show = "old"         // another version of the app than the newest
	Unprotected Show = "unprotected" // the browser may clear its data
	Withdrawn   Show = "revoked"
)

// Values lists the filters.
func (Show) Values() []string { return []string{"", "stuck", "old", "unprotected", "revoked"} }

// DevicesReq asks for a page of the devices.
type DevicesReq struct {
	Show  Show   `json:"show" validate:"omitempty,oneof=stuck old unprotected revoked"`
	Build string `json:"build" validate:"max=40"` // the newest, as the asking page has it
	Find  string `json:"find" validate:"max=80"`  // in the name
	ID    string `json:"id" validate:"omitempty,ulid"`
	After string `json:"after" validate:"omitempty,ulid"`
	Limit int64  `json:"limit" validate:"gte=0,lte=500"`
}

// DeviceCounts are the sums over all devices, whatever the page shows.
type DeviceCounts struct {
	All         int64 `json:"all" db:"n"`
	Stuck       int64 `json:"stuck" db:"stuck"`
	Old         int64 `json:"old" db:"old"`
	Unprotected int64 `json:"unprotected" db:"unprotected"`
	Revoked     int64 `json:"revoked" db:"revoked"`
}

// DevicesResp is a page. Next is empty on the last one.
type DevicesResp struct {
	Devices []Known       `json:"devices"`
	Next    string        `json:"next"`
	Counts  *DeviceCounts `json:"counts"` // with the first page
}

const (
	// A device whose work is stuck and whose access was withdrawn is stuck all the same: its work is in nobody's hands yet.
	isStuck       = `(outbox > 0 AND COALESCE(oldest_at, seen_at) < ?1 AND wiped_at IS NULL)`
	isOld         = `(build <> '' AND build <> ?2 AND ?2 <> '' AND revoked_at IS NULL)`
	isUnprotected = `(protected = 0 AND revoked_at IS NULL)`
)

// Devices lists the enrolled devices page by page, in the order of their numbers: it stays put while they report.
func (a *Area) Devices(ctx context.Context, tx *store.Tx, req DevicesReq) (DevicesResp, error) {
	limit := req.Limit
	if limit == 0 {
		limit = 200
	}
	old := tx.Now.Add(-stuckAfter).UnixMilli()
	list, err := store.Select[Known](ctx, tx, `SELECT id, name, user_id, enrolled_at, seen_at, build, heard, settled, json_remove(status, '$.holds') AS status, revoked_at, wiped_at, lost_files,
(SELECT json_group_array(kind) FROM sync_order WHERE device = sync_device.id AND done_at IS NULL) AS asked,
(SELECT count(*) FROM sync_tray WHERE device = sync_device.id AND resolved_at IS NULL) AS tray,
(SELECT max(at) FROM sync_log WHERE device = sync_device.id) AS log_at
FROM sync_device WHERE id > ?3 AND (?4 = '' OR id = ?4) AND (?5 = '' OR instr(lower(name), lower(?5)) > 0)
AND CASE ?6 WHEN 'stuck' THEN `+isStuck+` WHEN 'old' THEN `+isOld+` WHEN 'unprotected' THEN `+isUnprotected+` WHEN 'revoked' THEN revoked_at IS NOT NULL ELSE 1 END
ORDER BY id LIMIT ?7`, old, req.Build, req.After, req.ID, req.Find, req.Show, limit+1)
	resp := DevicesResp{Devices: list}
	if err != nil {
		return resp, err
	}
	if list == nil {
		resp.Devices = []Known{}
	}
	if int64(len(list)) > limit {
		resp.Devices, resp.Next = list[:limit], list[limit-1].ID
	}
	if req.After == "" {
		counts, _, err := store.Get[DeviceCounts](ctx, tx, `SELECT count(*) AS n, COALESCE(sum(`+isStuck+`), 0) AS stuck, COALESCE(sum(`+isOld+`), 0) AS old,
COALESCE(sum(COALESCE(`+isUnprotected+`, 0)), 0) AS unprotected, COALESCE(sum(revoked_at IS NOT NULL), 0) AS revoked FROM sync_device`, old, req.Build)
		if err != nil {
			return resp, err
		}
		resp.Counts = &counts
	}
	return resp, nil
}

// LogsReq names a device.
type LogsReq struct {
	Device string `json:"device" validate:"required,ulid"`
}

// SentLog is a log as a device sent it.
type SentLog struct {
	ID      string              `json:"id" db:"id"`
	At      store.Time          `json:"at" db:"at"`
	Entries store.JSON[[]Entry] `json:"entries" db:"entries"`
}

// Logs gives what a device has sent, the latest first.
func (a *Area) Logs(ctx context.Context, tx *store.Tx, req LogsReq) ([]SentLog, error) {
	list, err := store.Select[SentLog](ctx, tx, `SELECT id, at, entries FROM sync_log WHERE device = ? ORDER BY at DESC, id DESC LIMIT 3`, req.Device)
	if list == nil {
		list = []SentLog{}
	}
	return list, err
}
