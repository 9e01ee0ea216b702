package app

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/goccy/go-json"
)

// openDoor takes actions from commands on this machine until it is closed.
func (a *App) openDoor() (closeDoor func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	d := door{Address: l.Addr().String(), Key: rand.Text() + rand.Text()}
	body, err := json.Marshal(d)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	name := filepath.Join(a.Config.Data, doorFile)
	_ = os.Remove(name) // of a server that was killed; the new one must not have its mode
	if err := os.WriteFile(name, body, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	server := &http.Server{Handler: a.behindDoor(d.Key), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			slog.Error("the door for commands is shut; they need the server to be stopped", "err", err)
		}
	}()
	return func() {
		_ = os.Remove(name)
		ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second) // an export under way may end
		defer cancel()
		_ = server.Shutdown(ctx)
		_ = server.Close()
	}, nil
}

func (a *App) behindDoor(key string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if subtle.ConstantTimeCompare([]byte(given), []byte(key)) != 1 || r.Header.Get("Origin") != "" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		var d action
		asked, err := base64.StdEncoding.DecodeString(r.Header.Get(actionHeader))
		if err == nil {
			err = json.Unmarshal(asked, &d)
		}
		switch {
		case err != nil:
			w.WriteHeader(http.StatusBadRequest)
			return
		case d.Name == "": // a knock
			w.WriteHeader(http.StatusNoContent)
			return
		}
		began := time.Now()
		res, err := a.do(r.Context(), d, r.Body)
		if d.Name == "health" && err == nil { // asked twice a minute
			slog.Debug("operator", "action", d.Name)
		} else {
			slog.Info("operator", "action", d.Name, "org", d.Args["org"], "refused", err != nil, "ms", time.Since(began).Milliseconds())
		}
		if err != nil {
			w.WriteHeader(http.StatusUnprocessableEntity)
			_, _ = fmt.Fprint(w, err)
			return
		}
		w.Header().Set(textHeader, base64.StdEncoding.EncodeToString([]byte(res.Text)))
		if res.File == "" {
			return
		}
		defer func() { _ = os.RemoveAll(filepath.Dir(res.File)) }()
		http.ServeFile(w, r, res.File) // with its length: a connection that is cut leaves no half an export
	})
}
