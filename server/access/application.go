package access

import (
	"context"
	"crypto/subtle"
	"slices"
	"strconv"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/guess"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// Application is a program that acts for a user, with the user's rights.
type Application struct {
	ID        string     `json:"id" db:"id"`
	ClientID  string     `json:"clientId" db:"-"` // what the program calls itself: its organisation and its id
	Name      string     `json:"name" db:"name"`
	User      string     `json:"user" db:"user_id"`
	Device    string     `json:"-" db:"device"` // where its secret was shown
	Secret    string     `json:"-" db:"secret"`
	CreatedAt store.Time `json:"createdAt" db:"created_at"`
	ShownAt   store.Time `json:"secretShownAt" db:"shown_at"`
	EndedAt   store.Time `json:"endedAt" db:"ended_at"`
	Scopes    scopes     `json:"scopes" db:"scopes"`  // area:read, area:write; null is all that its user may do
	Until     string     `json:"until" db:"until_on"` // the last day on which it comes in, UTC; empty is without end
	UsedAt    store.Time `json:"usedAt" db:"used_at"` // when it last came in
}

type scopes = store.JSON[[]string]

// over reports whether a program's last day has passed.
func (p Application) over(now time.Time) bool {
	return p.Until != "" && now.UTC().Format(time.DateOnly) > p.Until
}

// Calls knows the program's calls.
type Calls interface {
	// Scopes lists the scopes with which a program could make any call for somebody with these rights.
	Scopes(by store.Actor) []string
	// Shown lists the calls that a program could make for them, each with an example of its request.
	Shown(by store.Actor) ([]op.Shown, error)
}

// CreateApplicationReq names the program.
type CreateApplicationReq struct {
	Name   string   `json:"name" validate:"required,max=80" field:"trim"`
	Scopes []string `json:"scopes" validate:"max=60,unique,dive,required,max=40"` // area:read, area:write; without any it may do all that its user may
	Until  string   `json:"until" validate:"omitempty,day"`
}

// CreateApplication makes a program that acts for the person who asks. Its secret is made when it is first looked at.
func (a *Area) CreateApplication(ctx context.Context, tx *store.Tx, req CreateApplicationReq) (Application, error) {
	var bad []fail.Field
	if strings.TrimSpace(req.Name) == "" {
		bad = append(bad, fail.Of("name", "field-required"))
	}
	if req.Until != "" && req.Until < tx.Now.UTC().Format(time.DateOnly) {
		bad = append(bad, fail.Of("until", "program-until-past"))
	}
	if len(req.Scopes) > 0 {
		may := a.Calls.Scopes(tx.By)
		for i, s := range req.Scopes {
			if !slices.Contains(may, s) {
				bad = append(bad, fail.Of("scopes["+strconv.Itoa(i)+"]", "program-scope-not-yours", "scope", s))
			}
		}
	} else {
		req.Scopes = nil
	}
	if len(bad) > 0 {
		return Application{}, fail.Invalid(bad...)
	}
	p := Application{ID: ulid.Make().String(), Name: req.Name, User: tx.By.User, CreatedAt: store.At(tx.Now), Scopes: scopes{V: req.Scopes}, Until: req.Until}
	err := store.Insert(ctx, tx, "access_application", p)
	p.ClientID = tx.Org + "." + p.ID
	return p, err
}

// findApplication finds a program of one's own, or for an administrator anybody's.
func findApplication(ctx context.Context, tx *store.Tx, id string) (Application, error) {
	p, ok, err := store.Get[Application](ctx, tx, `SELECT * FROM access_application WHERE id = ? AND (user_id = ? OR ?)`, id, tx.By.User, tx.By.Admin)
	if err == nil && !ok {
		err = fail.NotFound("application-unknown")
	}
	p.ClientID = tx.Org + "." + p.ID
	return p, err
}

// ApplicationReq names a program.
type ApplicationReq struct {
	ID string `json:"id" validate:"required,max=40"`
}

// SecretResp is shown once and kept by nobody but the reader.
type SecretResp struct {
	ClientID     string `json:"clientId"`
	ClientSecret string `json:"clientSecret"`
}

// ApplicationSecret shows a program's secret, once, to the person it acts for. Only its hash is kept, so a lost one means another program.
// The documents make this a GET although it writes: no page elsewhere can make it, since it takes a bearer token.
func (a *Area) ApplicationSecret(ctx context.Context, c *op.Call, req ApplicationReq) (SecretResp, error) {
	db, err := a.Store.Org(ctx, c.Org)
	if err != nil {
		return SecretResp{}, err
	}
	var resp SecretResp
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		p, err := findApplication(ctx, tx, req.ID)
		if err != nil {
			return err
		}
		if p.User != tx.By.User {
			return fail.NotFound("application-unknown")
		}
		if !p.ShownAt.IsZero() || !p.EndedAt.IsZero() {
			return fail.Conflict("secret-shown")
		}
		resp = SecretResp{p.ClientID, secret()}
		_, err = tx.ExecContext(ctx, `UPDATE access_application SET secret = ?, shown_at = ?, device = ? WHERE id = ?`, hashOf(resp.ClientSecret), store.At(tx.Now), tx.By.Device, p.ID)
		return err
	})
	if err != nil {
		return SecretResp{}, err
	}
	return resp, nil
}

// RotateApplication gives one's own program another secret, shown once. The former one, and what came in with it, is of no use from then on.
func (a *Area) RotateApplication(ctx context.Context, tx *store.Tx, req ApplicationReq) (SecretResp, error) {
	p, err := findApplication(ctx, tx, req.ID)
	if err != nil {
		return SecretResp{}, err
	}
	if p.User != tx.By.User {
		return SecretResp{}, fail.NotFound("application-unknown")
	}
	if !p.EndedAt.IsZero() {
		return SecretResp{}, fail.Conflict("program-ended", "name", p.Name)
	}
	resp := SecretResp{p.ClientID, secret()}
	if _, err := tx.ExecContext(ctx, `UPDATE access_application SET secret = ?, shown_at = ?, device = ? WHERE id = ?`, hashOf(resp.ClientSecret), store.At(tx.Now), tx.By.Device, p.ID); err != nil {
		return SecretResp{}, err
	}
	_, err = a.end(ctx, tx.Org, "ended", `user_id = ? AND agent = ?`, p.User, agentOf(p))
	return resp, err
}

// ApplicationScopes lists what one may give a program.
func (a *Area) ApplicationScopes(_ context.Context, tx *store.Tx, _ op.None) ([]string, error) {
	return a.Calls.Scopes(tx.By), nil
}

// ShownCalls lists the calls that a program of one's own could make.
func (a *Area) ShownCalls(_ context.Context, tx *store.Tx, _ op.None) ([]op.Shown, error) {
	return a.Calls.Shown(tx.By)
}

// ApplicationShown is a program in the list, with who made it.
type ApplicationShown struct {
	Application
	ByName string `json:"byName" db:"by_name"` // it acts for that user
	Mine   bool   `json:"mine" db:"mine"`      // its secret may be shown to who asks
}

// Applications lists one's programs; an administrator sees everybody's.
func (a *Area) Applications(ctx context.Context, tx *store.Tx, _ op.None) ([]ApplicationShown, error) {
	list, err := store.Select[ApplicationShown](ctx, tx, `SELECT p.*, trim(u.first_name || ' ' || u.last_name) AS by_name, p.user_id = ?1 AS mine FROM access_application p JOIN access_user u ON u.id = p.user_id
		WHERE p.user_id = ?1 OR ?2 ORDER BY p.created_at DESC LIMIT 500`, tx.By.User, tx.By.Admin)
	for i := range list {
		list[i].ClientID = tx.Org + "." + list[i].ID
	}
	return list, err
}

// EndApplication withdraws a program's access at once.
func (a *Area) EndApplication(ctx context.Context, tx *store.Tx, req ApplicationReq) (op.None, error) {
	p, err := findApplication(ctx, tx, req.ID)
	if err != nil {
		return op.None{}, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE access_application SET ended_at = ? WHERE id = ? AND ended_at IS NULL`, store.At(tx.Now), p.ID); err != nil {
		return op.None{}, err
	}
	_, err = a.end(ctx, tx.Org, "ended", `user_id = ? AND agent = ?`, p.User, agentOf(p))
	return op.None{}, err
}

// endApplications withdraws all of a person's programs: whoever made one while signed in as the person would else keep its secret.
func endApplications(ctx context.Context, tx *store.Tx, user string) error {
	_, err := tx.ExecContext(ctx, `UPDATE access_application SET ended_at = ? WHERE user_id = ? AND ended_at IS NULL`, store.At(tx.Now), user)
	return err
}

// endDevicesApplications withdraws the programs whose secrets were shown on a device, and the links that its own screen showed for a short while.
func endDevicesApplications(ctx context.Context, tx *store.Tx, device string) error {
	if _, err := tx.ExecContext(ctx, `UPDATE access_application SET ended_at = ? WHERE device = ? AND ended_at IS NULL`, store.At(tx.Now), device); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `UPDATE access_link SET ended_at = ? WHERE device = ? AND device <> '' AND used_at IS NULL AND ended_at IS NULL AND expires_at - made_at <= ?`, store.At(tx.Now), device, shownFor.Milliseconds())
	return err
}

// shownFor is how long a link may live that a device shows on its own screen; those that go out by mail or hang at a gate live longer, and are others' by then.
const shownFor = 24 * time.Hour

// agentOf marks a program's sessions; no browser calls itself so, as its own sessions carry a name and a version.
func agentOf(p Application) string { return applicationAgent + p.ID }

const applicationAgent = "application:"

// program admits a program by its secret, for as long as one access token lives.
func (a *Area) program(ctx context.Context, c *op.Call, req TokenReq) (session, error) {
	refused := fail.Unauthorized("sign-in-failed")
	var clientID string
	if json.Unmarshal(req.ClientID, &clientID) != nil || req.ClientSecret == "" {
		return session{}, refused
	}
	try, err := a.tries.Take(ctx, a.now(), guess.Who{Account: clientID, Place: guess.Network(c.IP)})
	if err != nil {
		return session{}, err
	}
	defer try.Spare()
	org, id, _ := strings.Cut(clientID, ".")
	orgs, err := a.Orgs(ctx)
	if err != nil {
		return session{}, err
	}
	var p Application
	for _, known := range orgs { // only an organisation that we know is opened for a stranger
		if known != org {
			continue
		}
		if err := a.read(ctx, org, func(ctx context.Context, tx *store.Tx) (err error) {
			p, _, err = store.Get[Application](ctx, tx, `SELECT * FROM access_application WHERE id = ? AND ended_at IS NULL AND secret <> ''`, id)
			return err
		}); err != nil {
			return session{}, err
		}
	}
	if p.ID == "" || subtle.ConstantTimeCompare([]byte(p.Secret), []byte(hashOf(req.ClientSecret))) != 1 {
		try.Wrong(a.now())
		return session{}, refused
	}
	try.Right()
	if p.over(a.now()) {
		return session{}, refused
	}
	if err := a.Limits.Take(perDevice, clientID); err != nil {
		return session{}, err
	}
	s := session{Org: org, User: p.User, Agent: agentOf(p), ExpiresAt: store.At(a.now().Add(accessLife + time.Minute))}
	if _, err = a.behind(ctx, s); err == errSignIn {
		err = refused
	}
	if err == nil && a.now().Sub(p.UsedAt.Time) > usedWithin {
		err = a.used(ctx, org, p.ID)
	}
	return s, err
}

// usedWithin is how exactly it is known when a program last came in.
const usedWithin = time.Minute

// used notes that a program came in, to a suspended organisation as well, where it may read.
func (a *Area) used(ctx context.Context, org, id string) error {
	db, err := a.Store.Org(ctx, org)
	if err != nil {
		return err
	}
	_, err = db.Write(ctx, store.Command{By: store.System(), Quiet: true, Always: true, Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE access_application SET used_at = ? WHERE id = ?`, store.At(a.now()), id)
		return err
	}})
	return err
}
