package notify

import (
	"context"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// TokenReq is where a browser or phone wants to be woken. The guid is the one that it goes by at the hub.
type TokenReq struct {
	GUID     string `json:"guid" validate:"required,max=64"`
	Token    string `json:"token" validate:"required,max=4000"`
	Platform string `json:"platform" validate:"max=40"`
}

// mostTokens is on how many devices a person is woken; beyond that the one that was renewed longest ago is forgotten.
const mostTokens = 20

// SaveToken keeps a push token. A device that somebody else signs in on takes its token along: the one before is not woken any more. Only the device itself
// can do that: it knows the token, or its session is bound to its key.
func (a *Area) SaveToken(ctx context.Context, tx *store.Tx, req TokenReq) (op.None, error) {
	if theirs, err := store.Select[string](ctx, tx, `SELECT guid FROM notify_push_token WHERE guid = ? AND user_id <> ? AND token <> ? AND guid <> ?`, req.GUID, tx.By.User, req.Token, tx.By.Device); err != nil || len(theirs) > 0 {
		if err == nil {
			err = fail.Conflict("push-token-of-another")
		}
		return op.None{}, err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO notify_push_token (guid, user_id, token, platform, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (guid) DO UPDATE SET user_id = excluded.user_id, token = excluded.token, platform = excluded.platform, updated_at = excluded.updated_at`,
		req.GUID, tx.By.User, req.Token, req.Platform, store.At(tx.Now), store.At(tx.Now))
	if err != nil {
		return op.None{}, err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM notify_push_token WHERE guid IN (SELECT guid FROM notify_push_token WHERE user_id = ? ORDER BY updated_at DESC, guid = ? DESC LIMIT -1 OFFSET ?)`, tx.By.User, req.GUID, mostTokens)
	return op.None{}, err
}

// UpdateToken replaces a token that the push service renewed.
func (a *Area) UpdateToken(ctx context.Context, tx *store.Tx, req TokenReq) (op.None, error) {
	res, err := tx.ExecContext(ctx, `UPDATE notify_push_token SET token = ?, platform = CASE WHEN ? = '' THEN platform ELSE ? END, updated_at = ? WHERE guid = ? AND user_id = ?`,
		req.Token, req.Platform, req.Platform, store.At(tx.Now), req.GUID, tx.By.User)
	if err != nil {
		return op.None{}, err
	}
	if n, _ := res.RowsAffected(); n == 0 {
		return op.None{}, fail.NotFound("no-such-push-token")
	}
	return op.None{}, nil
}

// TokenKey names a token.
type TokenKey struct {
	GUID string `json:"guid" validate:"required,max=64"`
}

// DeleteToken forgets one, at sign-out. A token that is gone already is no mistake.
func (a *Area) DeleteToken(ctx context.Context, tx *store.Tx, req TokenKey) (op.None, error) {
	_, err := tx.ExecContext(ctx, `DELETE FROM notify_push_token WHERE guid = ? AND user_id = ?`, req.GUID, tx.By.User)
	return op.None{}, err
}

// deviceRevoked wakes a device no more whose access was withdrawn.
func deviceRevoked(ctx context.Context, tx *store.Tx, e event.DeviceRevoked) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM notify_push_token WHERE guid = ?`, e.Device)
	return err
}
