package notify

import (
	"context"

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

// SaveToken keeps a push token. A device that somebody else signs in on takes its token along: the one before is not woken any more.
func (a *Area) SaveToken(ctx context.Context, tx *store.Tx, req TokenReq) (op.None, error) {
	_, err := tx.ExecContext(ctx, `INSERT INTO notify_push_token (guid, user_id, token, platform, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (guid) DO UPDATE SET user_id = excluded.user_id, token = excluded.token, platform = excluded.platform, updated_at = excluded.updated_at`,
		req.GUID, tx.By.User, req.Token, req.Platform, store.At(tx.Now), store.At(tx.Now))
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
