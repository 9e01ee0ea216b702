package access

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Settings is what the documents keep on a user, named on the wire as they name it. Of it our rules read the class alone.
type Settings struct {
	LogoURL                      string   `json:"LogoUrl,omitempty" validate:"max=500"`
	Address                      string   `json:"Address,omitempty" validate:"max=200"`
	Street                       string   `json:"Street,omitempty" validate:"max=200"`
	Zip                          string   `json:"Zip,omitempty" validate:"max=10"`
	IntegrationCheck             bool     `json:"IntegrationCheck"`
	CarrierAvailability          bool     `json:"CarrierAvailability"`
	OwnClient                    bool     `json:"OwnClient"`
	PalletItemGrid               bool     `json:"PalletItemGrid"`
	DefaultPalletTypeID          string   `json:"DefaultPalletTypeID,omitempty" validate:"max=40"`
	ShipperLocations             []string `json:"ShipperLocations,omitempty" validate:"max=200,dive,max=80"`
	DirectionType                string   `json:"DirectionType,omitempty" validate:"max=40"`
	InstantOrderEnabled          bool     `json:"InstantOrderEnabled"`
	WarehousePortalItemsEditable bool     `json:"WarehousePortalItemsEditable"`
	UserDefinedClass             string   `json:"UserDefinedClass,omitempty" validate:"max=40"`
}

// account is a user's row.
type account struct {
	ID          string                `db:"id"`
	Login       string                `db:"login"`
	Password    string                `db:"password"`
	First       string                `db:"first_name"`
	Last        string                `db:"last_name"`
	Email       string                `db:"email"`
	Phone       string                `db:"phone"`
	Group       string                `db:"group_id"`
	Type        string                `db:"user_type"`
	Language    string                `db:"language"`
	Pages       *string               `db:"pages"`
	DefaultPage page.ID               `db:"default_page"`
	Warehouses  *store.JSON[[]string] `db:"warehouses"`
	Warehouse   string                `db:"warehouse"`
	AgreedAt    store.Time            `db:"agreed_at"`
	ProfileDue  bool                  `db:"profile_due"`
	DisabledAt  store.Time            `db:"disabled_at"`
	ChangedAt   store.Time            `db:"changed_at"`
	Settings    store.JSON[Settings]  `db:"settings"`
	UntilOn     string                `db:"until_on"`   // last day of the access, in the zone of the user's site; empty for no end
	UntilAt     store.Time            `db:"until_at"`   // when that day ends
	UntilTold   bool                  `db:"until_told"` // the user knows
}

// group is a group's row.
type group struct {
	ID     string  `db:"id"`
	Code   string  `db:"code"`
	Name   string  `db:"name"`
	Pages  *string `db:"pages"`
	Office bool    `db:"office"`
	Factor bool    `db:"second_factor"` // its users must have a second factor
}

// Details is a user as the documents tell of one.
type Details struct {
	UserID        string     `json:"UserID"`
	UserName      string     `json:"UserName"`
	ClientID      string     `json:"ClientID"`
	FirstName     string     `json:"FirstName"`
	LastName      string     `json:"LastName"`
	Email         string     `json:"Email"`
	Phone         string     `json:"Phone"`
	UserType      string     `json:"UserType"`
	GroupID       string     `json:"GroupID"`
	GroupCode     string     `json:"GroupCode"`
	GroupName     string     `json:"GroupName"`
	Administrator bool       `json:"Administrator"`
	Office        bool       `json:"Office"`
	Language      string     `json:"PreferredLanguage"`
	PageList      string     `json:"pageList"` // the user's own; empty where the group's counts
	Pages         []page.ID  `json:"Pages"`    // what that comes to
	DefaultPageID page.ID    `json:"DefaultPageID"`
	WarehouseID   string     `json:"WarehouseID"`
	AllWarehouses bool       `json:"AllWarehouses"`
	Warehouses    []string   `json:"Warehouses"`
	UserAgreement bool       `json:"UserAgreement"`
	AgreedAt      store.Time `json:"AgreedAt"`
	ProfileUpdate bool       `json:"ProfileUpdate"` // the person has yet to look over the profile
	Disabled      bool       `json:"Disabled"`
	AccessUntil   string     `json:"AccessUntil"` // last day of the access, in the zone of the user's site; empty for no end
	Invited       bool       `json:"Invited"`     // has yet to choose a password
	// SecondFactor tells whether the user signs in with one; in the list of users alone.
	SecondFactor bool `json:"SecondFactor"`
	// OpenID tells whether a person of the organisation's provider is linked to the user; in the list of users alone.
	OpenID bool `json:"OpenID"`
	// Invitation is how the link with which the user chooses one stands; in the list of users alone.
	Invitation *Invitation `json:"Invitation,omitempty"`
	Settings
}

const accountColumns = `id, login, password, first_name, last_name, email, phone, group_id, user_type, language, pages, default_page, warehouses, warehouse, agreed_at, profile_due, disabled_at, changed_at, settings, until_on, until_at, until_told`

func findAccount(ctx context.Context, tx *store.Tx, id string) (account, error) {
	u, ok, err := store.Get[account](ctx, tx, `SELECT `+accountColumns+` FROM access_user WHERE id = ?`, id)
	if err == nil && !ok {
		err = fail.NotFound("user-unknown")
	}
	return u, err
}

// findGroup takes a group's id or code.
func findGroup(ctx context.Context, tx *store.Tx, idOrCode string) (group, error) {
	g, ok, err := store.Get[group](ctx, tx, `SELECT id, code, name, pages, office, second_factor FROM access_group WHERE id = ?1 OR code = ?1 COLLATE NOCASE`, idOrCode)
	if err == nil && !ok {
		err = fail.NotFound("group-unknown")
	}
	return g, err
}

func details(ctx context.Context, tx *store.Tx, id string) (Details, error) {
	u, err := findAccount(ctx, tx, id)
	if err != nil {
		return Details{}, err
	}
	g, err := findGroup(ctx, tx, u.Group)
	if err != nil {
		return Details{}, err
	}
	return u.details(tx.Org, g), nil
}

func (u account) details(org string, g group) Details {
	admin := isAdministrator(g.Code)
	d := Details{UserID: u.ID, UserName: u.Login, ClientID: org, FirstName: u.First, LastName: u.Last, Email: u.Email, Phone: u.Phone, UserType: u.Type,
		GroupID: g.ID, GroupCode: g.Code, GroupName: g.Name, Administrator: admin, Office: g.Office || admin, Language: u.Language,
		Pages: pagesOf(u.Pages, g.Pages, admin).List(), DefaultPageID: u.DefaultPage, WarehouseID: u.Warehouse, AllWarehouses: u.Warehouses == nil, Warehouses: []string{},
		UserAgreement: !u.AgreedAt.IsZero(), AgreedAt: u.AgreedAt, ProfileUpdate: u.ProfileDue, Disabled: !u.DisabledAt.IsZero(), AccessUntil: u.UntilOn, Invited: u.Password == NoPassword(), Settings: u.Settings.V}
	if u.Pages != nil {
		d.PageList = *u.Pages
	}
	if u.Warehouses != nil {
		d.Warehouses = append(d.Warehouses, u.Warehouses.V...)
	}
	return d
}

// UserDetailsReq names a user; empty means oneself. The documents also send the client, which the session knows.
type UserDetailsReq struct {
	UserID string `json:"UserID" validate:"max=40"`
}

// UserDetailsResp is the documents' answer.
type UserDetailsResp struct {
	Status      string  `json:"Status"`
	UserDetails Details `json:"userDetails"`
}

// UserDetails tells of oneself, and an administrator of anybody in the organisation. To others, others are unknown.
func (a *Area) UserDetails(ctx context.Context, tx *store.Tx, req UserDetailsReq) (UserDetailsResp, error) {
	id := req.UserID
	if id == "" {
		id = tx.By.User
	}
	if id != tx.By.User && !tx.By.Admin {
		return UserDetailsResp{}, fail.NotFound("user-unknown")
	}
	d, err := details(ctx, tx, id)
	return UserDetailsResp{"success", d}, err
}

// Action is what to do with users. The documents show the numbers 0, 2, 3 and 6 and not what they mean; this is our reading.
type Action int

// The four actions.
const (
	ListUsers     Action = 0 // one if UserID is there, else all
	AddUser       Action = 2
	ChangeUser    Action = 3 // only the fields that are there; a password ends the user's sessions
	WithdrawUser  Action = 6 // or give access back, with Disabled false
	maxUsersShown        = 2000
)

// ManageReq is an action on a user. Fields that are absent stay as they are.
type ManageReq struct {
	Actions       Action    `json:"actions" validate:"oneof=0 2 3 6"`
	UserID        string    `json:"UserID,omitempty" validate:"max=40"`
	UserName      *string   `json:"UserName,omitempty" validate:"omitnil,min=3,max=254"`
	FirstName     *string   `json:"FirstName,omitempty" validate:"omitnil,max=60"`
	LastName      *string   `json:"LastName,omitempty" validate:"omitnil,max=60"`
	Email         *string   `json:"Email,omitempty" validate:"omitnil,email,max=254"`
	Phone         *string   `json:"Phone,omitempty" validate:"omitnil,max=120"`
	UserType      *string   `json:"UserType,omitempty" validate:"omitnil,max=40"`
	GroupID       *string   `json:"GroupID,omitempty" validate:"omitnil,max=40"` // id or code
	Language      *string   `json:"PreferredLanguage,omitempty" validate:"omitnil,oneof=en es fr"`
	PageList      *string   `json:"pageList,omitempty" validate:"omitnil,max=2000"` // empty falls back to the group's
	DefaultPageID *page.ID  `json:"DefaultPageID,omitempty"`
	AllWarehouses *bool     `json:"AllWarehouses,omitempty"`
	Warehouses    *[]string `json:"Warehouses,omitempty" validate:"omitnil,max=500,dive,max=20"`
	WarehouseID   *string   `json:"WarehouseID,omitempty" validate:"omitnil,max=20"`
	ProfileUpdate *bool     `json:"ProfileUpdate,omitempty"`
	Settings      *Settings `json:"Settings,omitempty"`
	Password      *string   `json:"Password,omitempty" validate:"omitnil,max=512"`
	Disabled      *bool     `json:"Disabled,omitempty"`
	AccessUntil   *string   `json:"AccessUntil,omitempty" validate:"omitnil,omitempty,day"` // last day of the access; empty takes the end back
	CopyFrom      string    `json:"CopyFrom,omitempty" validate:"max=40"`                   // a user whose group, pages, warehouses and settings to take over
	Invite        bool      `json:"Invite,omitempty"`                                       // in a password's place: a link with which the user chooses one

	Hash string `json:"-"`
}

// Check looks at what tags cannot say.
func (r *ManageReq) Check() []fail.Field {
	var bad []fail.Field
	if r.Actions != ListUsers && r.Actions != AddUser && r.UserID == "" {
		bad = append(bad, fail.Of("UserID", "field-required"))
	}
	if r.Invite && (r.Password != nil || r.Actions != AddUser && r.Actions != ChangeUser) {
		bad = append(bad, fail.Of("Invite", "field-not-offered"))
	}
	if r.Actions == AddUser {
		if r.UserName == nil {
			bad = append(bad, fail.Of("UserName", "field-required"))
		}
		if r.Password == nil && !r.Invite {
			bad = append(bad, fail.Of("Password", "field-required"))
		}
		if r.GroupID == nil && r.CopyFrom == "" {
			bad = append(bad, fail.Of("GroupID", "field-required"))
		}
	}
	if r.UserName != nil && (strings.TrimSpace(*r.UserName) != *r.UserName || strings.ContainsAny(*r.UserName, " \t\r\n")) {
		bad = append(bad, fail.Of("UserName", "field-malformed"))
	}
	if r.Password != nil {
		about := []string{}
		for _, s := range []*string{r.UserName, r.Email, r.FirstName, r.LastName} {
			if s != nil {
				about = append(about, *s)
			}
		}
		bad = append(bad, judgePassword("Password", *r.Password, about...)...)
	}
	if r.PageList != nil {
		if _, ok := tidyPages(*r.PageList); !ok {
			bad = append(bad, fail.Of("pageList", "pages-unknown"))
		}
	}
	return bad
}

// ManageResp gives the user, or all of them.
type ManageResp struct {
	Status string    `json:"Status"`
	UserID string    `json:"UserID,omitempty"`
	Users  []Details `json:"Users"`
}

// prepareManage hashes a new password before the writer is asked for.
func (a *Area) prepareManage(ctx context.Context, c *op.Call, req *ManageReq) (err error) {
	if req.Password != nil && c.By.Admin {
		req.Hash, err = a.hasher.Hash(ctx, *req.Password)
	}
	return err
}

// Manage lists, adds, changes and withdraws users. Administrators alone may, whatever key comes with the call:
// the documents' fixed development key is accepted and has no power.
func (a *Area) Manage(ctx context.Context, tx *store.Tx, req ManageReq) (ManageResp, error) {
	if err := op.Administrators(tx); err != nil {
		return ManageResp{}, err
	}
	if tx.By.Program && req.Actions != ListUsers { // a user is a way in, as a program's secret is
		return ManageResp{}, fail.Forbidden("not-for-programs")
	}
	var err error
	switch req.Actions {
	case ListUsers:
		return a.listUsers(ctx, tx, req.UserID)
	case AddUser:
		req.UserID, err = a.addUser(ctx, tx, req)
	case ChangeUser:
		err = a.changeUser(ctx, tx, req)
	case WithdrawUser:
		err = a.withdrawUser(ctx, tx, req)
	}
	if err != nil {
		return ManageResp{}, err
	}
	resp := ManageResp{Status: "success", UserID: req.UserID}
	if req.Invite {
		if err := a.invite(ctx, tx, req.UserID, req.Actions == AddUser); err != nil {
			return ManageResp{}, err
		}
	}
	d, err := details(ctx, tx, req.UserID)
	if err != nil {
		return ManageResp{}, err
	}
	resp.Users = []Details{d}
	return resp, a.listed(ctx, tx, resp.Users)
}

// listed completes what the list of users tells of each.
func (a *Area) listed(ctx context.Context, tx *store.Tx, users []Details) error {
	if err := withFactor(ctx, tx, users); err != nil {
		return err
	}
	if err := withOpenID(ctx, tx, users); err != nil {
		return err
	}
	return a.invitations(ctx, tx, users)
}

func (a *Area) listUsers(ctx context.Context, tx *store.Tx, id string) (ManageResp, error) {
	if id != "" {
		d, err := details(ctx, tx, id)
		if err != nil {
			return ManageResp{}, err
		}
		resp := ManageResp{Status: "success", UserID: id, Users: []Details{d}}
		return resp, a.listed(ctx, tx, resp.Users)
	}
	groups, err := store.Select[group](ctx, tx, `SELECT id, code, name, pages, office, second_factor FROM access_group`)
	if err != nil {
		return ManageResp{}, err
	}
	users, err := store.Select[account](ctx, tx, `SELECT `+accountColumns+` FROM access_user ORDER BY login LIMIT ?`, maxUsersShown)
	if err != nil {
		return ManageResp{}, err
	}
	resp := ManageResp{Status: "success", Users: make([]Details, len(users))}
	for i, u := range users {
		at := slices.IndexFunc(groups, func(g group) bool { return g.ID == u.Group }) // a foreign key: it is there
		resp.Users[i] = u.details(tx.Org, groups[at])
	}
	return resp, a.listed(ctx, tx, resp.Users)
}

func (a *Area) addUser(ctx context.Context, tx *store.Tx, req ManageReq) (string, error) {
	language, err := a.Founder.Language(ctx, tx)
	if err != nil {
		return "", err
	}
	if req.Invite {
		req.Hash = NoPassword()
	}
	u := account{ID: ulid.Make().String(), Password: req.Hash, Language: language, DefaultPage: page.ContactUs, ProfileDue: true, ChangedAt: store.At(tx.Now)}
	if req.UserID != "" {
		u.ID = req.UserID
	}
	if err := a.apply(ctx, tx, &u, req); err != nil {
		return "", err
	}
	return u.ID, a.insert(ctx, tx, u)
}

func (a *Area) changeUser(ctx context.Context, tx *store.Tx, req ManageReq) error {
	u, err := findAccount(ctx, tx, req.UserID)
	if err != nil {
		return err
	}
	before := u
	held, err := a.holders(ctx, tx, u.ID)
	if err != nil {
		return err
	}
	if err := a.apply(ctx, tx, &u, req); err != nil {
		return err
	}
	if req.Password != nil {
		u.Password, u.ChangedAt = req.Hash, store.At(tx.Now)
	}
	if err := put(ctx, tx, u); err != nil {
		return err
	}
	if before.address() != u.address() && u.Password == NoPassword() { // who reads the box that it was mailed to may not be the one
		if err := a.EndLinks(ctx, tx, passwordLink, u.ID); err != nil {
			return err
		}
	}
	if before.Group != u.Group || before.UntilAt != u.UntilAt {
		if err := anAdministratorStays(ctx, tx); err != nil {
			return err
		}
	}
	if !strings.EqualFold(before.Login, u.Login) {
		if err := a.claimLogin(ctx, tx, u.Login, u.ID); err != nil {
			return err
		}
		tx.After(func() { a.releaseLogin(tx.Org, before.Login, u.ID) })
	}
	if req.Password != nil {
		if err := endApplications(ctx, tx, u.ID); err != nil {
			return err
		}
		if _, err := a.end(ctx, tx.Org, "password", `user_id = ? AND id <> ?`, u.ID, tx.By.Session); err != nil {
			return err
		}
	}
	if err := a.lessened(ctx, tx, held); err != nil {
		return err
	}
	a.changed(tx, u.ID)
	return nil
}

// withdrawUser ends a person's access, or gives it back. What the person did offline meanwhile waits for a supervisor.
func (a *Area) withdrawUser(ctx context.Context, tx *store.Tx, req ManageReq) error {
	u, err := findAccount(ctx, tx, req.UserID)
	if err != nil {
		return err
	}
	if req.Disabled != nil && !*req.Disabled {
		u.DisabledAt = store.Time{}
		if u.expired(tx.Now) { // a day that is over would end it again
			u.UntilOn, u.UntilAt, u.UntilTold = "", store.Time{}, false
		}
		a.changed(tx, u.ID)
		return put(ctx, tx, u)
	}
	if u.ID == tx.By.User {
		return fail.Conflict("not-yourself")
	}
	held, err := a.holders(ctx, tx, u.ID)
	if err != nil {
		return err
	}
	if u.DisabledAt.IsZero() {
		u.DisabledAt = store.At(tx.Now)
	}
	if err := put(ctx, tx, u); err != nil {
		return err
	}
	if err := anAdministratorStays(ctx, tx); err != nil {
		return err
	}
	if err := endApplications(ctx, tx, u.ID); err != nil {
		return err
	}
	if err := a.lessened(ctx, tx, held); err != nil {
		return err
	}
	// Before the commit: if it fails the person signs in again; the other way round a session could outlive the access.
	if _, err := a.end(ctx, tx.Org, "withdrawn", `user_id = ?`, u.ID); err != nil {
		return err
	}
	a.changed(tx, u.ID)
	return nil
}

// anAdministratorStays refuses a command after which nobody could undo it.
func anAdministratorStays(ctx context.Context, tx *store.Tx) error {
	var n int
	err := tx.QueryRowContext(ctx, `SELECT count(*) FROM access_user u JOIN access_group g ON g.id = u.group_id WHERE u.disabled_at IS NULL AND u.until_at IS NULL AND lower(g.code) IN ('admin', 'common')`).Scan(&n)
	if err == nil && n == 0 {
		err = fail.Conflict("last-administrator")
	}
	return err
}

// apply lays the fields that are there over a user's row.
func (a *Area) apply(ctx context.Context, tx *store.Tx, u *account, req ManageReq) error {
	if req.CopyFrom != "" {
		from, err := findAccount(ctx, tx, req.CopyFrom)
		if err != nil {
			return err
		}
		own := u.Settings.V
		u.Group, u.Type, u.Pages, u.DefaultPage, u.Warehouses, u.Warehouse, u.Settings = from.Group, from.Type, from.Pages, from.DefaultPage, from.Warehouses, from.Warehouse, from.Settings
		u.Settings.V.Address, u.Settings.V.Street, u.Settings.V.Zip = own.Address, own.Street, own.Zip // where a person is, is not what the person may do
	}
	set(&u.Login, req.UserName)
	set(&u.First, req.FirstName)
	set(&u.Last, req.LastName)
	set(&u.Email, req.Email)
	set(&u.Phone, req.Phone)
	set(&u.Type, req.UserType)
	set(&u.Language, req.Language)
	set(&u.DefaultPage, req.DefaultPageID)
	set(&u.Warehouse, req.WarehouseID)
	set(&u.ProfileDue, req.ProfileUpdate)
	set(&u.Settings.V, req.Settings)
	if req.GroupID != nil {
		g, err := findGroup(ctx, tx, *req.GroupID)
		if err != nil {
			return err
		}
		u.Group = g.ID
	}
	if req.PageList != nil {
		u.Pages = pageList(*req.PageList)
	}
	if req.Warehouses != nil {
		u.Warehouses = &store.JSON[[]string]{V: *req.Warehouses}
	}
	if req.AllWarehouses != nil && *req.AllWarehouses {
		u.Warehouses = nil
	}
	if req.AccessUntil != nil {
		if err := a.setUntil(ctx, tx, u, *req.AccessUntil); err != nil {
			return err
		}
	} else if _, err := a.moveUntil(ctx, tx, u); err != nil {
		return err
	}
	if u.Email == "" && strings.Contains(u.Login, "@") {
		u.Email = u.Login
	}
	return mayOpen(ctx, tx, *u)
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// mayOpen refuses a first page that the person may not open.
func mayOpen(ctx context.Context, tx *store.Tx, u account) error {
	g, err := findGroup(ctx, tx, u.Group)
	if err != nil {
		return err
	}
	if !pagesOf(u.Pages, g.Pages, isAdministrator(g.Code))[u.DefaultPage] {
		return fail.Invalid(fail.Of("DefaultPageID", "page-not-open", "page", int(u.DefaultPage)))
	}
	return nil
}

// tidyPages sorts a page list; ok is false where it has something that is no page.
func tidyPages(list string) (tidy string, ok bool) {
	var ids []int
	for _, part := range strings.Split(list, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		n, err := strconv.Atoi(part)
		if err != nil || !slices.ContainsFunc(page.All, func(p page.Page) bool { return p.ID != nil && int(*p.ID) == n }) {
			return "", false
		}
		ids = append(ids, n)
	}
	slices.Sort(ids)
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(slices.Compact(ids)), " ", ","), "[]"), true
}

// listOf is a list as it is kept.
func listOf(ids []page.ID) *string {
	return pageList(strings.Trim(strings.ReplaceAll(fmt.Sprint(ids), " ", ","), "[]"))
}

// pageList is a list as it is kept: none where it is empty.
func pageList(list string) *string {
	tidy, _ := tidyPages(list)
	if tidy == "" {
		return nil
	}
	return &tidy
}

// insert writes a new user and claims the login name.
func (a *Area) insert(ctx context.Context, tx *store.Tx, u account) error {
	if err := a.insertOnly(ctx, tx, u); err != nil {
		return err
	}
	return a.claimLogin(ctx, tx, u.Login, u.ID)
}

func (a *Area) insertOnly(ctx context.Context, tx *store.Tx, u account) error {
	var taken int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM access_user WHERE login = ? OR id = ?`, u.Login, u.ID).Scan(&taken); err != nil {
		return err
	}
	if taken > 0 {
		return fail.Conflict("login-taken", "login", u.Login)
	}
	return store.Insert(ctx, tx, "access_user", u)
}

func put(ctx context.Context, tx *store.Tx, u account) error {
	var taken int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM access_user WHERE login = ? AND id <> ?`, u.Login, u.ID).Scan(&taken); err != nil {
		return err
	}
	if taken > 0 {
		return fail.Conflict("login-taken", "login", u.Login)
	}
	return store.Put(ctx, tx, "access_user", "id", u)
}
