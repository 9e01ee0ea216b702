package app

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"lading/server/store"
)

// readSecret reads the key file. Where there is none it makes a key, which proveSecret writes down if it may be used.
func readSecret(name string) (secret []byte, found bool, err error) {
	fresh := []byte(rand.Text() + rand.Text())
	if name == "" { // a test: a key for the life of the process
		return fresh, false, nil
	}
	secret, err = os.ReadFile(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fresh, false, nil
	case err == nil && len(secret) < 16:
		err = fmt.Errorf("secret file %s is too short", name)
	}
	return secret, true, err
}

// secretNote is what the system's database keeps of the secret: enough to know it again, too little to guess it.
const secretNote = "secret"

// proveSecret refuses a secret that the data was not written with: sessions, stored credentials and certificates could not be read
// any more, and a new one made in silence would lose them for good.
func (a *App) proveSecret(ctx context.Context, secret []byte, found bool) error {
	name := a.Config.SecretFile
	if name == "" {
		return nil
	}
	mac := hmac.New(sha256.New, secret)
	_, _ = mac.Write([]byte("lading: the secret that this data was written with"))
	mark := hex.EncodeToString(mac.Sum(nil)[:16])
	var known string
	if err := a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		known, err = store.Note(ctx, tx, secretNote)
		return err
	}); err != nil {
		return err
	}
	if known == mark {
		return nil
	}
	if !a.Config.NewSecret {
		const remedy = "Put the right file there, or name it with LADING_SECRET_FILE. Who has lost it starts once with --new-secret: everybody signs in again, and stored credentials and certificates are entered anew"
		switch {
		case found && known != "":
			return fmt.Errorf("secret file %s is not the one that this data was written with. %s", name, remedy)
		case !found:
			there, err := a.Store.Known(ctx)
			if err != nil && len(there) == 0 {
				return err
			}
			if known != "" || len(there) > 0 {
				return fmt.Errorf("there is no secret file %s beside existing data. %s", name, remedy)
			}
		}
	}
	if !found {
		if err := os.WriteFile(name, secret, 0o600); err != nil {
			return err
		}
	}
	if _, err := a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		return store.SetNote(ctx, tx, secretNote, mark)
	}}); err != nil {
		slog.Warn("another secret would not be noticed at the next start", "err", err) // a full disk still serves readers
	}
	return nil
}
