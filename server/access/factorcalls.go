package access

import (
	"context"
	"net/http"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/guess"
	"lading/server/op"
	"lading/server/store"

	"github.com/pquerna/otp/totp"
)

// FactorResp is how one's own second factor stands.
type FactorResp struct {
	On       bool       `json:"On"`
	Since    store.Time `json:"Since"`
	Recovery int        `json:"Recovery"` // recovery codes that are left
	Required bool       `json:"Required"` // by the group
}

// Factor tells how one's own second factor stands.
func (a *Area) Factor(ctx context.Context, tx *store.Tx, _ op.None) (resp FactorResp, err error) {
	f, on, err := findFactor(ctx, tx, tx.By.User)
	if err != nil {
		return resp, err
	}
	resp.On, resp.Since = on, f.At
	if resp.Recovery, err = recoveryLeft(ctx, tx, tx.By.User); err != nil {
		return resp, err
	}
	resp.Required, err = factorWanted(ctx, tx, tx.By.User)
	return resp, err
}

func factorWanted(ctx context.Context, tx *store.Tx, user string) (wanted bool, err error) {
	wanted, _, err = store.Get[bool](ctx, tx, `SELECT g.second_factor FROM access_user u JOIN access_group g ON g.id = u.group_id WHERE u.id = ?`, user)
	return wanted, err
}

// BeginFactorReq is a sign-in: whoever sets up a second factor knows the password, also where a session is open already, or has just come back from the
// organisation's provider.
type BeginFactorReq struct {
	UserName string `json:"UserName,omitempty" validate:"required_without=Held,max=254"`
	Password string `json:"Password,omitempty" validate:"required_without=Held,max=512"`
	Held     string `json:"Held,omitempty" validate:"max=4000"` // of the refusal that asks for a second factor
}

// BeginFactorResp is a second factor that counts once a code of it has come back with Setup, within 15 minutes.
type BeginFactorResp struct {
	Setup    string   `json:"Setup"`
	Secret   string   `json:"Secret"`   // base32, to be typed where no code can be read off the screen
	Address  string   `json:"Address"`  // the otpauth address that authenticator apps read
	Recovery []string `json:"Recovery"` // recovery codes; told now and never again
}

// BeginFactor makes a second factor for who knows the password. Nothing is kept of it until it is confirmed.
func (a *Area) BeginFactor(ctx context.Context, c *op.Call, req BeginFactorReq) (resp BeginFactorResp, err error) {
	if err := noSecretsInAddress(c); err != nil {
		return resp, err
	}
	var org, user string
	if req.Held != "" {
		org, user, err = a.cameBack(req.Held)
	} else {
		org, user, _, err = a.checkPassword(ctx, c, req.UserName, req.Password, TokenReq{})
	}
	if err != nil {
		return resp, err
	}
	var issuer, login string
	if err := a.read(ctx, org, func(ctx context.Context, tx *store.Tx) error {
		if _, on, err := findFactor(ctx, tx, user); err != nil || on {
			if err == nil {
				err = fail.Conflict("second-factor-on")
			}
			return err
		}
		u, err := findAccount(ctx, tx, user)
		if err != nil {
			return err
		}
		login = u.Login
		issuer, err = a.Founder.Name(ctx, tx)
		return err
	}); err != nil {
		return resp, err
	}
	if issuer == "" {
		issuer = "Lading"
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: login})
	if err != nil {
		return resp, err
	}
	s := setup{Secret: key.Secret(), Recovery: newRecovery(), Until: a.now().Add(factorSetupLife)}
	resp = BeginFactorResp{Secret: s.Secret, Address: key.URL()}
	for _, code := range s.Recovery {
		resp.Recovery = append(resp.Recovery, shownCode(code))
	}
	resp.Setup, err = a.lockSetup(org, user, s)
	return resp, err
}

// SaveFactorReq is what BeginFactor gave, and the code that the app shows for it.
type SaveFactorReq struct {
	Setup string `json:"Setup" validate:"required,max=2000"`
	Code  string `json:"Code" validate:"required,max=40"`
}

// SaveFactor turns on one's own second factor. One's other sessions end.
func (a *Area) SaveFactor(ctx context.Context, c *op.Call, req SaveFactorReq) (op.None, error) {
	return op.None{}, inField("Code", a.enrolFactor(ctx, c, c.Org, c.By.User, req.Setup, req.Code))
}

// inField puts a refusal of a sign-in beside a field: whoever is signed in stays so.
func inField(name string, err error) error {
	if f, ok := fail.As(err); ok && f.Status == http.StatusUnauthorized {
		return fail.Invalid(fail.Field{Field: name, Code: f.Code, Params: f.Params})
	}
	return err
}

// ProveReq is what a change of one's own second factor takes: the password and a code, of the app or for recovery.
type ProveReq struct {
	Password string `json:"Password" validate:"required,max=512"`
	Code     string `json:"Code" validate:"required,max=40"`
}

// proveSelf checks the password and the second factor of who is signed in: a borrowed session must not become the way around either.
func (a *Area) proveSelf(ctx context.Context, c *op.Call, req ProveReq) error {
	if err := noSecretsInAddress(c); err != nil {
		return err
	}
	try, err := a.tries.Take(ctx, a.now(), guess.Who{Account: c.By.Login, Place: guess.Network(c.IP)})
	if err != nil {
		return err
	}
	defer try.Spare()
	var u account
	var f factor
	if err := a.read(ctx, c.Org, func(ctx context.Context, tx *store.Tx) (err error) {
		if u, err = findAccount(ctx, tx, c.By.User); err != nil {
			return err
		}
		var on bool
		if f, on, err = findFactor(ctx, tx, u.ID); err == nil && !on {
			err = fail.Conflict("second-factor-off")
		}
		return err
	}); err != nil {
		return err
	}
	right, _, err := a.hasher.Verify(ctx, u.Password, req.Password)
	if err != nil {
		return err
	}
	if !right {
		try.Wrong(a.now())
		return fail.Invalid(fail.Of("Password", "password-wrong"))
	}
	try.Right()
	return inField("Code", a.tried(ctx, c, c.Org, u.ID, func(ctx context.Context, tx *store.Tx) (error, error) { return a.judgeCode(ctx, tx, f, req.Code) }))
}

// afterProof runs a command of who has proved to be oneself.
func (a *Area) afterProof(ctx context.Context, c *op.Call, req ProveReq, do func(ctx context.Context, tx *store.Tx) error) error {
	var wanted bool
	if err := a.read(ctx, c.Org, func(ctx context.Context, tx *store.Tx) (err error) {
		wanted, err = factorWanted(ctx, tx, c.By.User)
		return err
	}); err != nil {
		return err
	}
	if wanted && c.Op.Path == "Access/EndFactor" {
		return fail.Conflict("second-factor-required")
	}
	if err := a.proveSelf(ctx, c, req); err != nil {
		return err
	}
	db, err := a.Store.Org(ctx, c.Org)
	if err != nil {
		return err
	}
	as := *c
	as.Args = nil
	_, err = op.Write(ctx, db, &as, do)
	return err
}

// EndFactor turns off one's own second factor; not where the group requires one.
func (a *Area) EndFactor(ctx context.Context, c *op.Call, req ProveReq) (op.None, error) {
	return op.None{}, a.afterProof(ctx, c, req, func(ctx context.Context, tx *store.Tx) error { return dropFactor(ctx, tx, tx.By.User) })
}

// RecoveryResp is told once.
type RecoveryResp struct {
	Recovery []string `json:"Recovery"`
}

// RenewRecovery makes new recovery codes; the earlier ones are worth nothing then.
func (a *Area) RenewRecovery(ctx context.Context, c *op.Call, req ProveReq) (resp RecoveryResp, err error) {
	codes := newRecovery()
	if err := a.afterProof(ctx, c, req, func(ctx context.Context, tx *store.Tx) error { return putRecovery(ctx, tx, tx.By.User, codes) }); err != nil {
		return resp, err
	}
	for _, code := range codes {
		resp.Recovery = append(resp.Recovery, shownCode(code))
	}
	return resp, nil
}

// ResetFactorReq names a user.
type ResetFactorReq struct {
	UserID string `json:"UserID" validate:"required,max=40"`
}

// ResetFactor takes the second factor away from a user who has lost the phone and the recovery codes, ends the user's sessions and tells the user.
// Where the group requires one, the next sign-in sets up another.
func (a *Area) ResetFactor(ctx context.Context, tx *store.Tx, req ResetFactorReq) (ManageResp, error) {
	if err := op.Administrators(tx); err != nil {
		return ManageResp{}, err
	}
	if req.UserID == tx.By.User { // one's own takes the password and a code
		return ManageResp{}, fail.Conflict("second-factor-own")
	}
	if err := a.ForgetFactor(ctx, tx, req.UserID); err != nil {
		return ManageResp{}, err
	}
	if err := tx.Emit(ctx, event.UserTold{User: req.UserID, Code: "notify-second-factor-reset", Params: map[string]any{"name": tx.By.Name}, Link: "/Password"}); err != nil {
		return ManageResp{}, err
	}
	return a.listUsers(ctx, tx, req.UserID)
}

// ForgetFactor takes a user's second factor away and ends the user's sessions.
func (a *Area) ForgetFactor(ctx context.Context, tx *store.Tx, user string) error {
	if _, err := findAccount(ctx, tx, user); err != nil {
		return err
	}
	_, on, err := findFactor(ctx, tx, user)
	if err == nil && !on {
		err = fail.Conflict("second-factor-off")
	}
	if err != nil {
		return err
	}
	if err := dropFactor(ctx, tx, user); err != nil {
		return err
	}
	_, err = a.end(ctx, tx.Org, "second-factor", `user_id = ?`, user)
	return err
}

// RequireFactorReq says whether a group's users must have a second factor.
type RequireFactorReq struct {
	GroupID  string `json:"GroupID" validate:"required,max=40"`
	Required bool   `json:"Required"`
}

// RequireFactor lays down for a group that its users have a second factor. Who has none is signed out, and sets one up at the next sign-in; work that
// devices hold is kept. Whoever requires it of the own group has one: nobody locks themselves out by a click.
func (a *Area) RequireFactor(ctx context.Context, tx *store.Tx, req RequireFactorReq) (GroupPagesResp, error) {
	if err := op.Administrators(tx); err != nil {
		return GroupPagesResp{}, err
	}
	g, err := findGroup(ctx, tx, req.GroupID)
	if err != nil {
		return GroupPagesResp{}, err
	}
	me, err := findAccount(ctx, tx, tx.By.User)
	if err != nil {
		return GroupPagesResp{}, err
	}
	if _, on, err := findFactor(ctx, tx, me.ID); err != nil {
		return GroupPagesResp{}, err
	} else if req.Required && me.Group == g.ID && !on {
		return GroupPagesResp{}, fail.Conflict("second-factor-first")
	}
	if _, err := tx.ExecContext(ctx, `UPDATE access_group SET second_factor = ? WHERE id = ?`, req.Required, g.ID); err != nil {
		return GroupPagesResp{}, err
	}
	people, err := store.Select[string](ctx, tx, `SELECT id FROM access_user WHERE group_id = ?`, g.ID)
	if err != nil {
		return GroupPagesResp{}, err
	}
	a.changed(tx, people...)
	return a.GroupPages(ctx, tx, GroupPagesReq{g.ID})
}

// withFactor tells of each of some users whether there is a second factor.
func withFactor(ctx context.Context, tx *store.Tx, users []Details) error {
	on, err := store.Select[string](ctx, tx, `SELECT user_id FROM access_factor`)
	if err != nil {
		return err
	}
	has := map[string]bool{}
	for _, u := range on {
		has[u] = true
	}
	for i := range users {
		users[i].SecondFactor = has[users[i].UserID]
	}
	return nil
}
