package access

import (
	"context"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/guess"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// Grant is how somebody comes in.
type Grant string

// The ways in, and the way out, which stands here because the cookie travels to this path alone.
const (
	GrantPassword    Grant = "password"
	GrantRefresh     Grant = "refresh_token"
	GrantDevice      Grant = "device"
	GrantOpenID      Grant = "openid"
	GrantApplication Grant = "client_credentials"
	GrantSignOut     Grant = "sign_out"
	// As another user, and back. They stand here since the cookie travels to this path alone.
	GrantImpersonate Grant = "impersonate"
	GrantResume      Grant = "resume"
)

// Values lists the grants for the generated types.
func (Grant) Values() []string {
	return []string{string(GrantPassword), string(GrantRefresh), string(GrantDevice), string(GrantOpenID), string(GrantApplication), string(GrantSignOut), string(GrantImpersonate), string(GrantResume)}
}

// TokenReq asks for tokens. A password with a device and its signature binds the session to that device.
type TokenReq struct {
	GrantType    Grant           `json:"grantType" validate:"required,oneof=password refresh_token device openid client_credentials sign_out impersonate resume"`
	UserName     string          `json:"userName,omitempty" validate:"max=254"`
	Password     string          `json:"password,omitempty" validate:"max=512"`
	RefreshToken string          `json:"refreshToken,omitempty" validate:"max=200"`
	Cookie       bool            `json:"cookie,omitempty"` // the refresh token travels in a cookie that no script can read
	Device       string          `json:"device,omitempty" validate:"max=26"`
	Nonce        string          `json:"nonce,omitempty" validate:"max=100"`
	Signature    string          `json:"signature,omitempty" validate:"max=200"`
	ClientID     json.RawMessage `json:"clientId,omitempty"` // the documents send the organisation here: ignored; with client_credentials it is the program
	ClientSecret string          `json:"clientSecret,omitempty" validate:"max=200"`
	User         string          `json:"user,omitempty" validate:"max=40"`     // as whom to look
	Reason       string          `json:"reason,omitempty" validate:"max=200"`  // and why
	Code         string          `json:"code,omitempty" validate:"max=40"`     // of the second factor: the app's, or a recovery code
	Answer       string          `json:"answer,omitempty" validate:"max=4000"` // the provider's authorization code
	State        string          `json:"state,omitempty" validate:"max=200"`   // as the provider sent it back
	Issuer       string          `json:"iss,omitempty" validate:"max=300"`     // who sent the answer, where it says so (RFC 9207)
	Held         string          `json:"held,omitempty" validate:"max=4000"`   // of BeginOpenID, or of the refusal that asks for a second factor
	Setup        string          `json:"setup,omitempty" validate:"max=2000"`  // of BeginFactor, where the code shows that the app has it
}

// TokenResp is the answer's one member.
type TokenResp struct {
	Result Tokens `json:"result"`
}

// Tokens open the other calls. RefreshToken is absent where the cookie carries it, and where there is none.
type Tokens struct {
	AccessToken  string `json:"accessToken,omitempty"`
	RefreshToken string `json:"refreshToken,omitempty"`
	ExpiresIn    int    `json:"expiresIn,omitempty"` // seconds
	User         *Who   `json:"user,omitempty"`
}

// Who is whom a token is for, as a device may remember it.
type Who struct {
	ID       string `json:"id"`
	Org      string `json:"org"`
	Name     string `json:"name"`
	UserName string `json:"userName"`
	By       string `json:"by,omitempty"` // the name of who looks as this user
}

// secrets may not stand in an address, where logs and histories keep them.
var secrets = []string{"password", "refreshToken", "signature", "clientSecret", "setupCode", "linkToken", "code", "setup", "answer", "held"}

// Token lets somebody in, keeps them in, or lets them out.
func (a *Area) Token(ctx context.Context, c *op.Call, req TokenReq) (TokenResp, error) {
	if err := noSecretsInAddress(c); err != nil {
		return TokenResp{}, err
	}
	if req.Cookie {
		if err := ownOrigin(c); err != nil {
			return TokenResp{}, err
		}
	}
	switch req.GrantType {
	case GrantPassword, GrantOpenID:
		s, err := a.whoComes(ctx, c, req)
		if err != nil {
			return TokenResp{}, err
		}
		if req.Cookie { // whoever signs in here now has no way back to what somebody else left
			if err := a.leaveOwn(ctx, c); err != nil {
				return TokenResp{}, err
			}
		}
		return a.admit(ctx, c, s, req.Cookie)
	case GrantRefresh:
		return a.refresh(ctx, c, req)
	case GrantImpersonate:
		return a.impersonate(ctx, c, req)
	case GrantResume:
		return a.resume(ctx, c, req)
	case GrantDevice:
		from, err := a.prove(ctx, req, "", true)
		if err != nil {
			return TokenResp{}, err
		}
		if err := a.Limits.Take(perDevice, req.Device); err != nil {
			return TokenResp{}, err
		}
		return a.admit(ctx, c, session{Org: from.org, Device: req.Device, Agent: c.Agent}, false)
	case GrantApplication:
		s, err := a.program(ctx, c, req)
		if err != nil {
			return TokenResp{}, err
		}
		s, _, err = a.begin(ctx, s) // its refresh token is told to nobody: a program has its secret
		if err != nil {
			return TokenResp{}, err
		}
		return a.tokens(ctx, s, "")
	default:
		return TokenResp{}, a.signOut(ctx, c, req)
	}
}

var perDevice = op.Limit{Name: "device-token", Every: time.Minute, Burst: 60}
var perSession = op.Limit{Name: "refresh", Every: 30 * time.Second, Burst: 120}

func noSecretsInAddress(c *op.Call) error {
	for name := range c.Params {
		for _, s := range secrets {
			if strings.EqualFold(name, s) {
				return fail.Malformed("secret-in-address", "field", s)
			}
		}
	}
	return nil
}

// admit opens a session and gives its tokens.
func (a *Area) admit(ctx context.Context, c *op.Call, s session, cookie bool) (TokenResp, error) {
	s, token, err := a.begin(ctx, s)
	if err != nil {
		return TokenResp{}, err
	}
	if cookie {
		a.setCookie(c, token, s.ExpiresAt.Time)
		token = ""
	}
	return a.tokens(ctx, s, token)
}

func (a *Area) tokens(ctx context.Context, s session, refreshToken string) (TokenResp, error) {
	signed, err := a.sign(s)
	if err != nil {
		return TokenResp{}, err
	}
	t := Tokens{AccessToken: signed, RefreshToken: refreshToken, ExpiresIn: int(accessLife / time.Second)}
	if s.User != "" {
		actor, err := a.behind(ctx, s)
		if err != nil {
			return TokenResp{}, err
		}
		t.User = &Who{actor.User, s.Org, actor.Name, actor.Login, actor.Impersonator}
	}
	return TokenResp{t}, nil
}

// whoComes signs somebody in by password or by the organisation's provider.
func (a *Area) whoComes(ctx context.Context, c *op.Call, req TokenReq) (session, error) {
	if req.GrantType == GrantOpenID {
		return a.openIDSignIn(ctx, c, req)
	}
	return a.signIn(ctx, c, req.UserName, req.Password, req)
}

// signIn checks a login name, a password and, where there is one, the second factor.
func (a *Area) signIn(ctx context.Context, c *op.Call, login, password string, bind TokenReq) (session, error) {
	org, user, from, err := a.checkPassword(ctx, c, login, password, bind)
	if err != nil {
		return session{}, err
	}
	if bind.Device != "" && from.org != org {
		return session{}, fail.Unauthorized("device-unproven")
	}
	if err := a.second(ctx, c, org, user, bind); err != nil {
		return session{}, err
	}
	s := session{Org: org, User: user, Agent: c.Agent}
	if bind.Device != "" {
		s.Device, s.DeviceKey = bind.Device, from.key
	}
	return s, nil
}

// checkPassword checks a login name and a password. A stranger costs as much time as a person, and learns as little.
func (a *Area) checkPassword(ctx context.Context, c *op.Call, login, password string, bind TokenReq) (org, user string, from proof, err error) {
	login = strings.TrimSpace(login)
	if login == "" || password == "" {
		return "", "", from, fail.Unauthorized("sign-in-failed")
	}
	if bind.Device != "" {
		if from, err = a.prove(ctx, bind, "", false); err != nil {
			return "", "", from, err
		}
	}
	stored := decoy
	org, user, found, err := a.lookup(ctx, login)
	if err != nil {
		return "", "", from, err
	}
	who := guess.Who{Account: login, Place: guess.Network(c.IP)}
	if found && from.org == org { // a device of the house answers for itself, not for its neighbours
		who.Place, who.Known = "device "+bind.Device, slices.Contains(from.users, user)
	}
	try, err := a.tries.Take(ctx, a.now(), who)
	if err != nil {
		return "", "", from, err
	}
	defer try.Spare()
	var disabled bool
	if found {
		err = a.read(ctx, org, func(ctx context.Context, tx *store.Tx) error {
			err := tx.QueryRowContext(ctx, `SELECT password, disabled_at IS NOT NULL OR COALESCE(until_at <= ?, 0) FROM access_user WHERE id = ?`, store.At(a.now()), user).Scan(&stored, &disabled)
			if store.IsNotFound(err) {
				found, err = false, nil
			}
			return err
		})
		if err != nil {
			return "", "", from, err
		}
	}
	right, stale, err := a.hasher.Verify(ctx, stored, password)
	if err != nil {
		return "", "", from, err
	}
	if !found || !right {
		try.Wrong(a.now())
		return "", "", from, fail.Unauthorized("sign-in-failed")
	}
	try.Right()
	if disabled { // said only to who knows the password
		return "", "", from, fail.Unauthorized("access-withdrawn")
	}
	if stale {
		if err := a.rehash(ctx, org, user, stored, password); err != nil {
			return "", "", from, err
		}
	}
	return org, user, from, nil
}

// rehash brings a hash to the present cost, now that the password is at hand.
func (a *Area) rehash(ctx context.Context, org, user, before, password string) error {
	hash, err := a.hasher.Hash(ctx, password)
	if err != nil {
		return err
	}
	db, err := a.Store.Org(ctx, org)
	if err != nil {
		return err
	}
	_, err = db.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE access_user SET password = ? WHERE id = ? AND password = ?`, hash, user, before)
		return err
	}})
	return err
}

// known is the session of a refresh token, of the device that proves its key where the session is bound to one, and of a person who may still come in.
func (a *Area) known(ctx context.Context, c *op.Call, req TokenReq, token string) (s session, key string, err error) {
	s, ok, err := a.find(ctx, token)
	if err != nil {
		return s, "", err
	}
	if !ok {
		return s, "", errSignIn
	}
	if err := a.Limits.Take(perSession, s.ID); err != nil {
		return s, "", err
	}
	if s.Device != "" && req.Device == "" { // a bound session is the device's that proves its key; the token alone is worth nothing
		return s, "", errSignIn
	}
	if req.Device != "" {
		if key, err = a.proveFor(ctx, req, s); err != nil {
			return s, "", err
		}
		if s.Device != "" && s.Device != req.Device {
			return s, "", fail.Unauthorized("device-unproven")
		}
	}
	if _, err := a.behind(ctx, s); err != nil {
		if fail.CodeOf(err) != "" {
			if _, err := a.end(ctx, s.Org, "withdrawn", `id = ?`, s.ID); err != nil {
				return s, "", err
			}
			a.clearCookie(c)
		}
		return s, "", err
	}
	return s, key, nil
}

// refresh exchanges a refresh token for its successor.
func (a *Area) refresh(ctx context.Context, c *op.Call, req TokenReq) (TokenResp, error) {
	token := req.RefreshToken
	if req.Cookie {
		token = a.cookie(c)
	}
	s, key, err := a.known(ctx, c, req, token)
	if err != nil {
		return TokenResp{}, err
	}
	proven := s.Device != "" && key != "" && s.DeviceKey == key
	if req.Device != "" && s.DeviceKey == "" { // a session from before the device was enrolled, or from before sessions kept the key
		if err := a.Bind(ctx, s.Org, s.ID, req.Device, key, nil); err != nil {
			return TokenResp{}, err
		}
	}
	s, next, err := a.rotate(ctx, token, proven)
	if err != nil {
		if fail.CodeOf(err) != "" && req.Cookie {
			a.clearCookie(c)
		}
		return TokenResp{}, err
	}
	if req.Cookie {
		a.setCookie(c, next, s.ExpiresAt.Time)
		next = ""
	}
	return a.tokens(ctx, s, next)
}

// signOut ends the session of the cookie, of the token in the body, or of the bearer.
func (a *Area) signOut(ctx context.Context, c *op.Call, req TokenReq) error {
	token := req.RefreshToken
	if req.Cookie {
		token = a.cookie(c)
		a.clearCookie(c)
		if err := a.leaveOwn(ctx, c); err != nil { // who leaves while looking as another leaves altogether
			return err
		}
	}
	s, ok, err := a.find(ctx, token)
	if err == nil && !ok {
		s, err = a.session(ctx, c.By.Session)
	}
	if fail.CodeOf(err) == "no-session" {
		return nil
	}
	if err != nil {
		return err
	}
	if strings.HasPrefix(s.Agent, impersonationAgent) {
		return a.endLook(ctx, s)
	}
	_, err = a.end(ctx, s.Org, "sign-out", `id = ?`, s.ID)
	return err
}

// leaveOwn ends the session that an administrator comes back to from a look as another user.
func (a *Area) leaveOwn(ctx context.Context, c *op.Call) error {
	own, ok, err := a.find(ctx, a.cookieNamed(c, ownCookie))
	if err != nil || !ok {
		return err
	}
	a.setCookieNamed(c, ownCookie, "", time.Unix(1, 0).UTC())
	_, err = a.end(ctx, own.Org, "sign-out", `id = ?`, own.ID)
	return err
}

// LoginReq is the documents' own sign-in; its fields were not shown.
type LoginReq struct {
	LoginName string `json:"loginName" validate:"required,max=254"`
	Password  string `json:"password" validate:"required,max=512"`
	Code      string `json:"code,omitempty" validate:"max=40"` // of the second factor, where the user has one
}

// LoginResp gives the user's details and the tokens at once.
type LoginResp struct {
	Status      string  `json:"Status"`
	UserDetails Details `json:"userDetails"`
	Result      Tokens  `json:"result"`
}

// Login signs a person in: the login name stands in the address, as documented, the password in the body.
func (a *Area) Login(ctx context.Context, c *op.Call, req LoginReq) (LoginResp, error) {
	if err := noSecretsInAddress(c); err != nil {
		return LoginResp{}, err
	}
	s, err := a.signIn(ctx, c, req.LoginName, req.Password, TokenReq{Code: req.Code})
	if err != nil {
		return LoginResp{}, err
	}
	t, err := a.admit(ctx, c, s, false)
	if err != nil {
		return LoginResp{}, err
	}
	resp := LoginResp{Status: "success", Result: t.Result}
	err = a.read(ctx, s.Org, func(ctx context.Context, tx *store.Tx) (err error) {
		resp.UserDetails, err = details(ctx, tx, s.User)
		return err
	})
	return resp, err
}

// lookup finds whose a login name is.
func (a *Area) lookup(ctx context.Context, login string) (org, user string, ok bool, err error) {
	err = a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT org, user_id FROM system_login WHERE login = ?`, login).Scan(&org, &user)
		if store.IsNotFound(err) {
			return nil
		}
		ok = err == nil
		return err
	})
	return org, user, ok, err
}

const cookiePath = "/api/token"

// The cookie of the session, and of the own session of who looks as another user.
const (
	theCookie = "lading_refresh"
	ownCookie = "lading_own"
)

// named: browsers refuse the prefix without TLS, so plain HTTP, which ownOrigin allows on this machine alone, goes without.
func named(c *op.Call, name string) string {
	if c.Secure {
		return "__Secure-" + name
	}
	return name
}

func (a *Area) cookie(c *op.Call) string { return a.cookieNamed(c, theCookie) }

func (a *Area) cookieNamed(c *op.Call, name string) string {
	if c.Cookie == nil {
		return ""
	}
	return c.Cookie(named(c, name))
}

func (a *Area) setCookie(c *op.Call, token string, expires time.Time) {
	a.setCookieNamed(c, theCookie, token, expires)
}

func (a *Area) setCookieNamed(c *op.Call, name, token string, expires time.Time) {
	if c.SetCookie != nil {
		c.SetCookie(op.Cookie{Name: named(c, name), Value: token, Path: cookiePath, Expires: expires})
	}
}

func (a *Area) clearCookie(c *op.Call) { a.setCookie(c, "", time.Unix(1, 0).UTC()) }

// ownOrigin lets nobody but our own pages use the cookie. A page elsewhere can make a browser send it (on a sibling host even
// past SameSite), but it cannot hide where it is from, nor set a header beyond the few that forms may set.
func ownOrigin(c *op.Call) error {
	header := func(name string) string {
		if c.Header == nil {
			return ""
		}
		return c.Header(name)
	}
	host := header("Host")
	if site := header("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return fail.Forbidden("foreign-origin")
	}
	if origin := header("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" || !sameHost(u.Host, host) {
			return fail.Forbidden("foreign-origin")
		}
	}
	if header("pageId") == "" && header("X-Requested-With") == "" && !strings.HasPrefix(strings.ToLower(header("Content-Type")), "application/json") {
		return fail.Forbidden("foreign-origin")
	}
	if !c.Secure && !loopback(host) {
		return fail.New(http.StatusBadRequest, "https-needed")
	}
	return nil
}

func sameHost(a, b string) bool {
	return b != "" && subtle.ConstantTimeCompare([]byte(strings.ToLower(a)), []byte(strings.ToLower(b))) == 1
}

// loopback tells whether the browser took us for its own machine.
func loopback(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.Trim(strings.ToLower(name), "[]")
	ip := net.ParseIP(name)
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || ip != nil && ip.IsLoopback()
}
