package access

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/guess"
	"lading/server/kit/page"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"

	"github.com/goccy/go-json"
)

// Profile is one's own user on one's own devices. It holds no password, and nobody else's device gets it.
type Profile struct {
	ID            string               `json:"id" db:"id"`
	UserName      string               `json:"userName" db:"login"`
	Name          string               `json:"name" db:"name"`
	FirstName     string               `json:"firstName" db:"first_name"`
	LastName      string               `json:"lastName" db:"last_name"`
	Email         string               `json:"email" db:"email"`
	Phone         string               `json:"phone" db:"phone"`
	Group         string               `json:"group" db:"code"`
	GroupName     string               `json:"groupName" db:"group_name"`
	Admin         bool                 `json:"admin" db:"-"`
	Office        bool                 `json:"office" db:"office"`
	Language      string               `json:"language" db:"language"`
	Pages         []page.ID            `json:"pages" db:"-"`  // what the user may open
	Rights        []right.Right        `json:"rights" db:"-"` // what the user may do
	DefaultPage   page.ID              `json:"defaultPage" db:"default_page"`
	AllWarehouses bool                 `json:"allWarehouses" db:"all_warehouses"`
	Warehouses    store.JSON[[]string] `json:"warehouses" db:"warehouses"`
	Warehouse     string               `json:"warehouse" db:"warehouse"`
	AgreedAt      store.Time           `json:"agreedAt" db:"agreed_at"`
	ProfileDue    bool                 `json:"profileDue" db:"profile_due"`
	Settings      store.JSON[Settings] `json:"settings" db:"settings"`
	Own           *string              `json:"-" db:"own_pages"`
	OfGroup       *string              `json:"-" db:"group_pages"`
}

// MarshalJSON works out what the person's lists come to.
func (p Profile) MarshalJSON() ([]byte, error) {
	type plain Profile
	p.Admin = isAdministrator(p.Group)
	p.Office = p.Office || p.Admin
	pages := pagesOf(p.Own, p.OfGroup, p.Admin)
	p.Pages, p.Rights = pages.List(), store.Actor{User: p.ID, Office: p.Office, Pages: pages}.Rights()
	return json.Marshal(plain(p))
}

// Tables are what access has on devices: one's own profile.
func (a *Area) Tables() []change.Table {
	return []change.Table{change.Of(change.Table{Name: "access_user", Key: "id", Right: right.SignedIn, Scopes: []string{"'user:' || {row}.id"}, Index: "id"},
		`SELECT u.id, u.login, trim(u.first_name || ' ' || u.last_name) AS name, u.first_name, u.last_name, u.email, u.phone, g.code, g.name AS group_name, g.office, u.language, u.default_page,
  u.warehouses IS NULL AS all_warehouses, COALESCE(u.warehouses, '[]') AS warehouses, u.warehouse, u.agreed_at, u.profile_due, u.settings, u.pages AS own_pages, g.pages AS group_pages
FROM access_user u JOIN access_group g ON g.id = u.group_id WHERE u.id IN (SELECT value FROM json_each(?))`,
		func(p Profile) string { return p.ID })}
}

// InfoResp is the documents' answer.
type InfoResp struct {
	Result Info `json:"result"`
}

// Info is who asks.
type Info struct {
	UserName string `json:"userName"`
	UserID   string `json:"userId"`
	ClientID string `json:"clientId"`
	Name     string `json:"name"`
	Language string `json:"language"`
}

// Info names the user behind the access token.
func (a *Area) Info(_ context.Context, tx *store.Tx, _ op.None) (InfoResp, error) {
	return InfoResp{Info{tx.By.Login, tx.By.User, tx.Org, tx.By.Name, tx.By.Language}}, nil
}

// AgreementReq records the agreement, where Agree is there, or reads it.
type AgreementReq struct {
	Agree bool `json:"Agree"`
}

// AgreementResp tells whether and when the person agreed.
type AgreementResp struct {
	Status        string     `json:"Status"`
	UserAgreement bool       `json:"UserAgreement"`
	AgreedAt      store.Time `json:"AgreedAt"`
}

// Agreement reads or records that the person agreed to the terms of use. The first time counts.
func (a *Area) Agreement(ctx context.Context, tx *store.Tx, req AgreementReq) (AgreementResp, error) {
	if req.Agree {
		if _, err := tx.ExecContext(ctx, `UPDATE access_user SET agreed_at = ? WHERE id = ? AND agreed_at IS NULL`, store.At(tx.Now), tx.By.User); err != nil {
			return AgreementResp{}, err
		}
	}
	u, err := findAccount(ctx, tx, tx.By.User)
	return AgreementResp{"success", !u.AgreedAt.IsZero(), u.AgreedAt}, err
}

// newPassword is a password to be set, and what was learnt of it before the writer was asked for.
type newPassword struct {
	known string // the hash that the old password was held against
	right bool
	hash  string
}

// weigh checks the old password and hashes the new one. Wrong old ones count like wrong sign-ins: a borrowed session must not become a way to guess.
func (a *Area) weigh(ctx context.Context, c *op.Call, old, new string) (w newPassword, err error) {
	try, err := a.tries.Take(ctx, a.now(), guess.Who{Account: c.By.Login, Place: guess.Network(c.IP)})
	if err != nil {
		return w, err
	}
	defer try.Spare()
	if err := a.read(ctx, c.Org, func(ctx context.Context, tx *store.Tx) error {
		u, err := findAccount(ctx, tx, c.By.User)
		w.known = u.Password
		return err
	}); err != nil {
		return w, err
	}
	if w.right, _, err = a.hasher.Verify(ctx, w.known, old); err != nil {
		return w, err
	}
	if !w.right {
		try.Wrong(a.now())
		return w, nil
	}
	try.Right()
	w.hash, err = a.hasher.Hash(ctx, new)
	return w, err
}

// change sets the new password and ends the person's other sessions.
func (a *Area) change(ctx context.Context, tx *store.Tx, w newPassword) error {
	if !w.right {
		return fail.Invalid(fail.Of("Current", "password-wrong"))
	}
	r, err := tx.ExecContext(ctx, `UPDATE access_user SET password = ?, changed_at = ? WHERE id = ? AND password = ?`, w.hash, store.At(tx.Now), tx.By.User, w.known)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 { // it was changed in between
		return fail.Invalid(fail.Of("Current", "password-wrong"))
	}
	if err := endApplications(ctx, tx, tx.By.User); err != nil {
		return err
	}
	// Before the commit: if it fails the person signs in again; the other way round a stolen session could outlive the change.
	_, err = a.end(ctx, tx.Org, "password", `user_id = ? AND id <> ?`, tx.By.User, tx.By.Session)
	return err
}

// ChangePasswordReq has the old password and the new one.
type ChangePasswordReq struct {
	Current  string `json:"Current" validate:"required,max=512"`
	Password string `json:"Password" validate:"required,max=512"`

	weighed newPassword
}

// Check judges the new password.
func (r *ChangePasswordReq) Check() []fail.Field {
	bad := judgePassword("Password", r.Password)
	if len(bad) == 0 && r.Password == r.Current {
		bad = append(bad, fail.Of("Password", "password-same"))
	}
	return bad
}

func (a *Area) prepareChange(ctx context.Context, c *op.Call, req *ChangePasswordReq) (err error) {
	req.weighed, err = a.weigh(ctx, c, req.Current, req.Password)
	return err
}

// ChangePassword gives the person another password and ends the other sessions.
func (a *Area) ChangePassword(ctx context.Context, tx *store.Tx, req ChangePasswordReq) (op.None, error) {
	u, err := findAccount(ctx, tx, tx.By.User)
	if err != nil {
		return op.None{}, err
	}
	if bad := judgePassword("Password", req.Password, u.Login, u.Email, u.First, u.Last); len(bad) > 0 {
		return op.None{}, fail.Invalid(bad...)
	}
	return op.None{}, a.change(ctx, tx, req.weighed)
}

// SaveProfileReq is the profile as the person filled it in, the first time with a password of the person's own.
type SaveProfileReq struct {
	FirstName string `json:"FirstName" validate:"required,max=60"`
	LastName  string `json:"LastName" validate:"required,max=60"`
	Email     string `json:"Email" validate:"required,email,max=254"`
	Phone     string `json:"Phone" validate:"max=120"`
	Language  string `json:"PreferredLanguage" validate:"omitempty,oneof=en es fr"`
	Address   string `json:"Address" validate:"max=200"`
	Street    string `json:"Street" validate:"max=200"`
	Zip       string `json:"Zip" validate:"max=10"`
	Current   string `json:"Current" validate:"max=512,required_with=Password"`
	Password  string `json:"Password" validate:"max=512"`

	weighed newPassword
}

// Check judges the new password, if there is one.
func (r *SaveProfileReq) Check() []fail.Field {
	if r.Password == "" {
		return nil
	}
	return judgePassword("Password", r.Password, r.FirstName, r.LastName, r.Email)
}

func (a *Area) prepareProfile(ctx context.Context, c *op.Call, req *SaveProfileReq) (err error) {
	if req.Password != "" {
		req.weighed, err = a.weigh(ctx, c, req.Current, req.Password)
	}
	return err
}

// SaveProfile keeps what a person says of themselves. After it the profile is no longer due.
func (a *Area) SaveProfile(ctx context.Context, tx *store.Tx, req SaveProfileReq) (Details, error) {
	if req.Password != "" {
		if err := a.change(ctx, tx, req.weighed); err != nil {
			return Details{}, err
		}
	}
	u, err := findAccount(ctx, tx, tx.By.User)
	if err != nil {
		return Details{}, err
	}
	u.First, u.Last, u.Email, u.Phone, u.ProfileDue = strings.TrimSpace(req.FirstName), strings.TrimSpace(req.LastName), req.Email, req.Phone, false
	u.Settings.V.Address, u.Settings.V.Street, u.Settings.V.Zip = req.Address, req.Street, req.Zip
	if req.Language != "" {
		u.Language = req.Language
	}
	if err := put(ctx, tx, u); err != nil {
		return Details{}, err
	}
	tx.After(a.rights.forget)
	return details(ctx, tx, u.ID)
}

// SavePreferencesReq is what a person chooses; what is absent stays, and page 0 or an empty warehouse takes the choice back.
type SavePreferencesReq struct {
	Language      *string  `json:"PreferredLanguage,omitempty" validate:"omitnil,oneof=en es fr"`
	DefaultPageID *page.ID `json:"DefaultPageID,omitempty"`
	WarehouseID   *string  `json:"WarehouseID,omitempty" validate:"omitnil,max=20"`
}

// SavePreferences keeps the language, the first page and the warehouse where the person works.
func (a *Area) SavePreferences(ctx context.Context, tx *store.Tx, req SavePreferencesReq) (Details, error) {
	u, err := findAccount(ctx, tx, tx.By.User)
	if err != nil {
		return Details{}, err
	}
	if req.WarehouseID != nil && *req.WarehouseID != "" && !tx.By.SeesWarehouse(*req.WarehouseID) {
		return Details{}, fail.NotFound("warehouse-not-yours", "warehouse", *req.WarehouseID)
	}
	set(&u.Language, req.Language)
	set(&u.DefaultPage, req.DefaultPageID)
	set(&u.Warehouse, req.WarehouseID)
	if req.DefaultPageID != nil && *req.DefaultPageID != 0 { // 0 takes the choice back
		if err := mayOpen(ctx, tx, u); err != nil {
			return Details{}, err
		}
	}
	if err := put(ctx, tx, u); err != nil {
		return Details{}, err
	}
	tx.After(a.rights.forget)
	return details(ctx, tx, u.ID)
}

// Mine is what of the person's own data forms begin with: the e-mail address, and the item class that the documents call the user's own.
func (a *Area) Mine(ctx context.Context, tx *store.Tx) (email, class string, err error) {
	if tx.By.User == "" {
		return "", "", nil
	}
	mine, _, err := store.Get[struct {
		Email string `db:"email"`
		Class string `db:"class"`
	}](ctx, tx, `SELECT email, COALESCE(settings ->> 'UserDefinedClass', '') AS class FROM access_user WHERE id = ?`, tx.By.User)
	return mine.Email, mine.Class, err
}
