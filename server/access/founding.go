package access

import (
	"context"
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/founding"
	"lading/server/kit/guess"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Founder writes a new organisation's set-up, and knows what new users of one begin with; the org area does.
type Founder interface {
	Found(ctx context.Context, tx *store.Tx, o founding.Organisation) error
	Language(ctx context.Context, tx *store.Tx) (string, error)
	Name(ctx context.Context, tx *store.Tx) (string, error)
	// HomeZone is the IANA zone in which the organisation's days begin and end where no site says otherwise.
	HomeZone(ctx context.Context, tx *store.Tx) (string, error)
}

// setupLife is how long a set-up code is good.
const setupLife = time.Hour

// setupRow is the code that a server without an organisation is set up with.
type setupRow struct {
	Hash      string     `db:"hash"`
	MadeAt    store.Time `db:"made_at"`
	ExpiresAt store.Time `db:"expires_at"`
	UsedAt    store.Time `db:"used_at"`
}

// OfferSetup makes a set-up code for a server that has no organisation yet. An earlier one is good for nothing any more.
func (a *Area) OfferSetup(ctx context.Context) (code string, until time.Time, err error) {
	letters := rand.Text() // base32: nothing in it looks like something else
	code = letters[0:4] + "-" + letters[4:8] + "-" + letters[8:12] + "-" + letters[12:16]
	until = a.now().Add(setupLife)
	_, err = a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if err := noOrganisation(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM system_setup`); err != nil {
			return err
		}
		return store.Insert(ctx, tx, "system_setup", setupRow{Hash: setupHash(code), MadeAt: store.At(a.now()), ExpiresAt: store.At(until)})
	}})
	return code, until, err
}

func noOrganisation(ctx context.Context, tx *store.Tx) error {
	var n int
	err := tx.QueryRowContext(ctx, `SELECT count(*) FROM system_org`).Scan(&n)
	if err == nil && n > 0 {
		err = fail.Conflict("server-set-up-already")
	}
	return err
}

// setupHash is what is kept of a code, however it was typed.
func setupHash(code string) string {
	return hashOf("set-up " + strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z', r >= '2' && r <= '7':
			return r
		}
		return -1
	}, code))
}

// SetUpReq founds the first organisation and its administrator.
type SetUpReq struct {
	SetupCode string                `json:"SetupCode" validate:"required,max=40"`
	Org       founding.Organisation `json:"Org"`
	FirstName string                `json:"FirstName" validate:"required,max=60"`
	LastName  string                `json:"LastName" validate:"required,max=60"`
	Email     string                `json:"Email" validate:"required,email,max=254"` // also the user name
	Password  string                `json:"Password" validate:"required,max=512"`
}

// Check looks at what tags cannot say.
func (r *SetUpReq) Check() []fail.Field {
	bad := r.Org.Check()
	for i := range bad {
		bad[i].Field = "Org." + bad[i].Field
	}
	return append(bad, judgePassword("Password", r.Password, r.Email, r.FirstName, r.LastName, r.Org.Name, r.Org.Code)...)
}

// SetUpResp names the organisation that was made.
type SetUpResp struct {
	Code  string `json:"Code"`
	Login string `json:"Login"`
}

// SetUp makes the first organisation of a server and its administrator, for whoever holds the code that the server has printed.
func (a *Area) SetUp(ctx context.Context, c *op.Call, req SetUpReq) (SetUpResp, error) {
	if err := noSecretsInAddress(c); err != nil {
		return SetUpResp{}, err
	}
	place := guess.Network(c.IP)
	try, err := a.tries.Take(ctx, a.now(), guess.Who{Account: "set-up code at " + place, Place: place}) // no user name has a space
	if err != nil {
		return SetUpResp{}, err
	}
	defer try.Spare()
	hash := setupHash(req.SetupCode)
	if err := a.takeSetup(ctx, hash); err != nil {
		if fail.CodeOf(err) == "setup-code-wrong" {
			try.Wrong(a.now())
		}
		return SetUpResp{}, err
	}
	try.Right()
	admin := NewUser{Login: req.Email, First: req.FirstName, Last: req.LastName, Email: req.Email, Language: req.Org.Language, Agreed: true}
	err = a.found(ctx, req.Org, admin, req.Password)
	if err != nil { // it may be tried again with the same code
		_, again := a.Store.System.Write(context.WithoutCancel(ctx), store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE system_setup SET used_at = NULL WHERE hash = ?`, hash)
			return err
		}})
		if again != nil && fail.CodeOf(err) == "" {
			err = again
		}
		return SetUpResp{}, err
	}
	return SetUpResp{Code: req.Org.Code, Login: req.Email}, nil
}

// takeSetup uses a code up. Who holds no code learns nothing of the server.
func (a *Area) takeSetup(ctx context.Context, hash string) error {
	_, err := a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		r, ok, err := store.Get[setupRow](ctx, tx, `SELECT * FROM system_setup WHERE hash = ?`, hash)
		switch {
		case err != nil:
			return err
		case !ok:
			return fail.Forbidden("setup-code-wrong")
		case !r.UsedAt.IsZero():
			return fail.New(http.StatusGone, "setup-code-used")
		case !a.now().Before(r.ExpiresAt.Time):
			return fail.New(http.StatusGone, "setup-code-expired")
		}
		if err := noOrganisation(ctx, tx); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE system_setup SET used_at = ? WHERE hash = ?`, store.At(a.now()), hash)
		return err
	}})
	return err
}

// found makes an organisation with its first administrator.
func (a *Area) found(ctx context.Context, o founding.Organisation, admin NewUser, password string) (err error) {
	if admin.Hash, err = a.hasher.Hash(ctx, password); err != nil {
		return err
	}
	admin.Group, admin.DefaultPage = "admin", int(page.OpenOrders)
	_, err = a.Found(ctx, o, &admin)
	return err
}

// Found makes an organisation, with an administrator or without any user, and says under which id. Its own database is whole before the
// index knows of it: a start after a kill finds all of it or nothing that counts.
func (a *Area) Found(ctx context.Context, o founding.Organisation, admin *NewUser) (id string, err error) {
	a.founding.Lock()
	defer a.founding.Unlock()
	if other, err := a.FindOrg(ctx, o.Code); err == nil && other.Code == o.Code {
		return "", fail.Conflict("client-code-taken", "code", o.Code)
	} else if err != nil && fail.CodeOf(err) != "organisation-unknown" {
		return "", err
	}
	id = ulid.Make().String() // means one organisation wherever it is brought
	db, err := a.Store.Org(ctx, id)
	if err != nil {
		return "", err
	}
	if _, err := db.Write(ctx, store.Command{Name: "found", By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if err := beginGroups(ctx, tx); err != nil {
			return err
		}
		if err := a.Founder.Found(ctx, tx, o); err != nil {
			return err
		}
		if admin == nil {
			return nil
		}
		_, err := a.CreateUser(ctx, tx, *admin)
		return err
	}}); err != nil {
		return "", err
	}
	return id, a.noteOrg(ctx, id, o.Code, o.Name)
}
