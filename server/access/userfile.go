package access

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/kit/right"
	"lading/server/kit/sheet"
	"lading/server/kit/table"
	"lading/server/op"
	"lading/server/rowfile"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// UserRow is a user as a list of users has one. What it does not have, a new user gets as one who is added by hand does.
type UserRow struct {
	ID         string   `json:"UserID" validate:"max=40"`
	UserName   string   `json:"UserName" validate:"required,min=3,max=254" field:"trim"`
	FirstName  string   `json:"FirstName" validate:"max=60" field:"trim"`
	LastName   string   `json:"LastName" validate:"max=60" field:"trim"`
	Email      string   `json:"Email" validate:"omitempty,email,max=254" field:"trim"`
	Phone      string   `json:"Phone" validate:"max=120" field:"trim"`
	Group      string   `json:"GroupID" validate:"required,max=40"`
	Language   string   `json:"PreferredLanguage" validate:"omitempty,oneof=en es fr"`
	All        bool     `json:"AllWarehouses"`
	Warehouses []string `json:"Warehouses" validate:"max=500,dive,max=20"`
	Default    page.ID  `json:"DefaultPageID"`
	Pages      string   `json:"pageList" validate:"max=2000"`
	Until      string   `json:"AccessUntil" validate:"omitempty,day"`
	Disabled   bool     `json:"Disabled"`
}

var userKind = table.New(table.Kind{Name: "user", Few: 2,
	Fields: []table.Field{
		{Key: "UserName", Titles: "user name; username; user; login; login name; user id; user no; sign in name; sign in; usuario; nombre usuario; identifiant; nom utilisateur; benutzer; benutzername; account; user principal name; upn; sam account name; samaccountname; logon name; network login"},
		{Key: "Email", Titles: "email; e mail; email address; e mail address; mail; work email; business email; primary email; correo; correo electronico; courriel; adresse email; adresse e mail; e mail adresse; contact email", Shape: table.Emails},
		{Key: "FullName", Titles: "name; full name; display name; employee; employee name; person; nombre completo; nom complet; vollstandiger name; mitarbeiter; empleado; employe; nombre apellidos; displayname"},
		{Key: "FirstName", Titles: "first name; firstname; given name; first; forename; nombre; nombres; prenom; vorname; givenname"},
		{Key: "LastName", Titles: "last name; lastname; surname; family name; last; apellido; apellidos; nom; nom famille; nachname; sn"},
		{Key: "Phone", Titles: "phone; telephone; phone no; mobile; mobile phone; cell; cell phone; movil; celular; office phone; work phone; telephone no; rufnummer; portable; business phone", Shape: table.Phones},
		{Key: "GroupID", Titles: "group; role; user group; security group; user role; permission; permissions; access; access level; security role; user type; grupo; rol; groupe; gruppe; rolle; benutzergruppe; group no", Maybe: "profile; perfil; profil; department; department role; job; team"},
		{Key: "PreferredLanguage", Titles: "language; preferred language; lang; idioma; langue; sprache; locale"},
		{Key: "Warehouses", Titles: "warehouse; warehouses; site; sites; location; locations; facility; facilities; dc; plant; plants; branch; almacen; almacenes; bodega; bodegas; entrepot; entrepots; lager; werk; standort; office; office location; warehouse no; home warehouse"},
		{Key: "DefaultPageID", Titles: "default page; start page; home page; first page; landing page; pagina inicial; pagina inicio; page accueil; startseite"},
		{Key: "pageList", Titles: "pages; page list; page access; screens; menus; paginas; pages autorisees; seiten"},
		{Key: "AccessUntil", Titles: "access until; expires; expiry; expiration; expiration date; end date; valid until; valid to; access end; last day; termination date; contract end; vence; vencimiento; fecha fin; expire le; date fin; gultig bis; ablauf", Shape: table.Dates},
		{Key: "Disabled", Titles: "status; active; enabled; disabled; inactive; user status; account status; account enabled; is active; activo; estado; actif; statut; aktiv; deactivated; blocked; estatus; account disabled; is disabled; user disabled; user active; account active"},
	},
	Nothing: "title; job title; manager; supervisor; company; employee no; employee id; badge; badge no; cost center; address; city; state; zip; country; password; created; created date; last login; last sign in; hire date; start date; notes; comments; fax; extension; ext; mfa; shift; line; row; no",
})

// pageNames are the pages by their number and by what the menu calls them.
var pageNames = func() []rowfile.Choice {
	out := []rowfile.Choice{}
	for _, p := range page.All {
		if p.ID != nil {
			out = append(out, rowfile.Choice{Value: strconv.Itoa(int(*p.ID)), Label: p.Label, Weighty: exceptional[*p.ID]})
		}
	}
	return out
}()

// groupWords are what other systems call the groups that every organisation begins with.
var groupWords = map[string]string{"administrator": "admin", "administrators": "admin", "admins": "admin", "administrador": "admin", "administrateur": "admin"}

var languageWords = map[string]string{"english": "en", "ingles": "en", "anglais": "en", "englisch": "en", "en us": "en", "en ca": "en", "spanish": "es", "espanol": "es", "espagnol": "es", "spanisch": "es", "es mx": "es", "es us": "es", "french": "fr", "frances": "fr", "francais": "fr", "franzosisch": "fr", "fr ca": "fr"}

// stateWords tell whether a user is switched off; beside a title such as "Disabled", a yes means the opposite.
var stateWords = map[string]bool{"active": false, "enabled": false, "activo": false, "activa": false, "actif": false, "aktiv": false, "current": false, "habilitado": false, "alta": false, "inactive": true, "disabled": true, "inactivo": true, "inactif": true, "inaktiv": true, "terminated": true, "blocked": true, "suspended": true, "deactivated": true, "baja": true, "locked": true, "left": true}

func listed(words map[string]string) func(string) (string, bool) {
	return func(word string) (string, bool) {
		v, ok := words[table.Normal(word)]
		return v, ok
	}
}

// userFile has users come in by a file: those who are new are invited, and each is added and changed as by hand.
func userFile(a *Area) *rowfile.Spec[UserRow] {
	return &rowfile.Spec[UserRow]{
		Read: "Access/ReadUserFile", Save: "Access/SaveUserFile", Kind: userKind, Right: right.ManageUsers, InPerson: true,
		Orgs:   func(ctx context.Context, id string) (*store.DB, error) { return a.Store.Org(ctx, id) },
		AtOnce: 1, // a login name is claimed in another database, and is not taken back with its neighbours
		Order:  []string{"UserName", "Email", "FullName", "FirstName", "LastName", "Phone", "GroupID", "Warehouses", "PreferredLanguage", "DefaultPageID", "pageList", "AccessUntil", "Disabled"},
		Needed: []string{"UserName", "GroupID"}, Either: [][]string{{"UserName", "Email"}},
		May:     op.Administrators,
		Choices: a.userChoices,
		Find: func(ctx context.Context, tx *store.Tx, l *rowfile.Line) (f rowfile.Found[UserRow], err error) {
			was, ok, err := store.Get[account](ctx, tx, `SELECT `+accountColumns+` FROM access_user WHERE login = ?`, loginOf(l))
			if !ok || err != nil {
				f.Row = UserRow{All: true, Default: page.ContactUs, Warehouses: []string{}}
				return f, err
			}
			f.Row, f.Stands = was.row(), true
			return f, nil
		},
		Fill: fillUser,
		Key:  func(u *UserRow) string { return strings.ToLower(u.UserName) },
		Put: func(ctx context.Context, tx *store.Tx, u UserRow, stands bool) error {
			if err := a.mayBecome(ctx, tx, u); err != nil {
				return err
			}
			for _, req := range u.requests(stands) {
				done, err := a.Manage(ctx, tx, req.with(u.ID))
				if err != nil {
					return err
				}
				u.ID = done.UserID
			}
			return nil
		},
		Try: a.tryUser,
	}
}

// loginOf is the login name of a line; where the file has none, the e-mail address.
func loginOf(l *rowfile.Line) string {
	if l.Has("UserName") {
		return l.Text("UserName")
	}
	return l.Text("Email")
}

func (u account) row() UserRow {
	r := UserRow{ID: u.ID, UserName: u.Login, FirstName: u.First, LastName: u.Last, Email: u.Email, Phone: u.Phone, Group: u.Group, Language: u.Language, Default: u.DefaultPage, Until: u.UntilOn, Disabled: !u.DisabledAt.IsZero(), All: u.Warehouses == nil, Warehouses: []string{}}
	if u.Pages != nil {
		r.Pages = *u.Pages
	}
	if u.Warehouses != nil {
		r.Warehouses = append(r.Warehouses, u.Warehouses.V...)
	}
	return r
}

func fillUser(l *rowfile.Line, u *UserRow) {
	u.UserName = loginOf(l)
	for field, to := range map[string]*string{"FirstName": &u.FirstName, "LastName": &u.LastName, "Phone": &u.Phone} {
		l.Set(field, to)
	}
	if s := l.Text("Email"); s != "" { // nobody is left without an address
		u.Email = s
	}
	if name := l.Text("FullName"); name != "" && !l.Has("FirstName") && !l.Has("LastName") {
		last, first, comma := strings.Cut(name, ",")
		if !comma {
			cut := max(strings.LastIndexByte(name, ' '), 0)
			first, last = name[:cut], name[cut:]
		}
		u.FirstName, u.LastName = strings.TrimSpace(first), strings.TrimSpace(last)
	}
	was := *u
	if s := l.Text("Disabled"); s != "" {
		off, known := stateWords[table.Normal(s)]
		if yes, flag := table.Flag(s); !known && flag {
			off, known = turns(l.Title("Disabled"))
			off = off == yes
		}
		if !known {
			off = l.Choice("Disabled", nil) == stateDisabled
		}
		u.Disabled = off
	}
	if !was.Disabled || u.Disabled { // who comes back is given anew what there was
		l.Holds("GroupID", was.Group)
		l.Holds("pageList", strings.Split(was.Pages, ",")...)
	}
	if g := l.Choice("GroupID", listed(groupWords)); g != "" {
		u.Group = g
	}
	if s := l.Choice("PreferredLanguage", listed(languageWords)); s != "" {
		u.Language = s
	}
	if l.Text("Warehouses") != "" {
		u.All, u.Warehouses = false, []string{}
		if table.Normal(l.Text("Warehouses")) == "all" {
			u.All = true
		} else {
			u.Warehouses = l.Choices("Warehouses", nil)
		}
	} else if l.Has("Warehouses") && u.ID == "" { // a new user would see all of them
		l.Judge([]fail.Field{fail.Of("Warehouses", "field-required")})
	}
	if id := l.Choice("DefaultPageID", nil); id != "" {
		n, _ := strconv.Atoi(id)
		u.Default = page.ID(n)
	}
	if ids := l.Choices("pageList", nil); len(ids) > 0 {
		u.Pages, _ = tidyPages(strings.Join(ids, ","))
	}
	if s := l.Text("AccessUntil"); s == "" && l.Has("AccessUntil") && was.Disabled && !u.Disabled {
		u.Until = "" // who comes back by a list without a last day has none
	} else if s != "" {
		day, what := table.Day(sheet.Cell{Text: s}, "")
		if what.Code != "" {
			l.Refuse("AccessUntil", what.Code, what.Params...)
		}
		u.Until = day
	}
}

// What a person says that a word means of which nobody knows whether it switches a user off.
const (
	stateActive   = "active"
	stateDisabled = "disabled"
)

// titleTurns are the words of titles by what a yes beside them does: it switches a user off, or not.
var titleTurns = map[string]bool{"active": false, "enabled": false, "activo": false, "activa": false, "actif": false, "aktiv": false, "habilitado": false, "current": false,
	"disabled": true, "inactive": true, "deactivated": true, "blocked": true, "locked": true, "suspended": true, "terminated": true, "inactivo": true, "bloqueado": true, "inactif": true, "inaktiv": true, "gesperrt": true}

// titleBeside are words that change nothing of what a title says.
var titleBeside = map[string]bool{"is": true, "account": true, "user": true, "login": true, "status": true, "state": true, "flag": true, "usuario": true, "cuenta": true, "compte": true, "utilisateur": true, "benutzer": true, "konto": true}

// turns tells what a yes beside a title does. A title with both directions, or with a word that may turn it round, tells nothing.
func turns(title string) (off, known bool) {
	for _, w := range table.Fold(title) {
		way, one := titleTurns[w]
		if !one && !titleBeside[w] || one && known {
			return false, false
		}
		off, known = off || way, known || one
	}
	return off, known
}

func (a *Area) userChoices(ctx context.Context, tx *store.Tx) (map[string][]rowfile.Choice, error) {
	groups, err := store.Select[group](ctx, tx, `SELECT id, code, name, pages, office, second_factor FROM access_group ORDER BY name`)
	if err != nil {
		return nil, err
	}
	own := []rowfile.Choice{}
	for _, g := range groups {
		pages := pagesOf(nil, g.Pages, isAdministrator(g.Code))
		weighty := isAdministrator(g.Code) || pages[page.ManageUsers] || pages[page.PageAccess] || pages[page.DataAdmin]
		own = append(own, rowfile.Choice{Value: g.ID, Label: g.Name, Weighty: weighty})
		if g.Code != g.ID {
			own = append(own, rowfile.Choice{Value: g.ID, Label: g.Code, Weighty: weighty})
		}
	}
	sites, err := a.Sites.Sites(ctx, tx)
	if err != nil {
		return nil, err
	}
	places := []rowfile.Choice{}
	for _, s := range sites {
		places = append(places, rowfile.Choice{Value: s.ID, Label: s.Name})
	}
	states := []rowfile.Choice{{Value: stateActive, Label: "Active", Weighty: true}, {Value: stateDisabled, Label: "Disabled", Weighty: true}} // a no means another thing in the next file
	return map[string][]rowfile.Choice{"GroupID": own, "Disabled": states, "Warehouses": places, "DefaultPageID": pageNames, "pageList": pageNames,
		"PreferredLanguage": {{Value: "en", Label: "English"}, {Value: "es", Label: "Español"}, {Value: "fr", Label: "Français"}}}, nil
}

func (r ManageReq) with(id string) ManageReq {
	if r.Actions != AddUser {
		r.UserID = id
	}
	return r
}

// requests are what somebody would do by hand to have the user as the row says: add or change, and then switch off or on.
func (u UserRow) requests(stands bool) []ManageReq {
	req := ManageReq{Actions: ChangeUser, UserName: &u.UserName, FirstName: &u.FirstName, LastName: &u.LastName, Phone: &u.Phone, GroupID: &u.Group, PageList: &u.Pages, AccessUntil: &u.Until, AllWarehouses: &u.All, DefaultPageID: &u.Default}
	if !u.All {
		req.Warehouses = &u.Warehouses
	}
	if u.Email != "" {
		req.Email = &u.Email
	}
	if u.Language != "" {
		req.Language = &u.Language
	}
	list := []ManageReq{req}
	if !stands {
		list[0].Actions, list[0].Invite = AddUser, !u.Disabled
		if u.Disabled { // nobody is asked in who is to stay out
			list[0].Hash = NoPassword()
		}
	}
	if stands || u.Disabled {
		list = append(list, ManageReq{Actions: WithdrawUser, Disabled: &u.Disabled})
	}
	return list
}

// mayBecome refuses what a list of users does not do, though a person may by hand: to give an access back whose last day is over, which would have no end then.
func (a *Area) mayBecome(ctx context.Context, tx *store.Tx, u UserRow) error {
	if err := a.unlessOneself(ctx, tx, u); err != nil || u.ID == "" || u.Disabled || u.Until == "" {
		return err
	}
	was, err := findAccount(ctx, tx, u.ID)
	if err == nil && was.UntilOn == u.Until && was.expired(tx.Now) {
		err = fail.Invalid(fail.Of("AccessUntil", "access-until-past", "day", u.Until))
	}
	return err
}

// unlessOneself refuses to take one's own right to administer by a file: nobody means that by a list of others.
func (a *Area) unlessOneself(ctx context.Context, tx *store.Tx, u UserRow) error {
	if u.ID != tx.By.User {
		return nil
	}
	g, err := findGroup(ctx, tx, u.Group)
	if err == nil && (u.Disabled || !isAdministrator(g.Code)) {
		err = fail.Conflict("not-yourself")
	}
	return err
}

// tryUser judges a row without claiming its login name, which no transaction takes back.
func (a *Area) tryUser(ctx context.Context, tx *store.Tx, u UserRow, stands bool) error {
	if err := a.mayBecome(ctx, tx, u); err != nil {
		return err
	}
	was := account{ID: ulid.Make().String(), DefaultPage: page.ContactUs, Language: "en", ChangedAt: store.At(tx.Now)}
	if stands {
		var err error
		if was, err = findAccount(ctx, tx, u.ID); err != nil {
			return err
		}
	}
	req := u.requests(stands)[0]
	if bad := slices.DeleteFunc(req.Check(), func(f fail.Field) bool { return f.Field == "UserID" || f.Field == "Password" }); len(bad) > 0 {
		return fail.Invalid(bad...)
	}
	if err := a.apply(ctx, tx, &was, req); err != nil {
		return err
	}
	was.DisabledAt = store.Time{}
	if u.Disabled {
		was.DisabledAt = store.At(tx.Now)
	}
	var err error
	if stands {
		err = put(ctx, tx, was)
	} else {
		err = a.insertOnly(ctx, tx, was)
	}
	if err == nil {
		err = anAdministratorStays(ctx, tx)
	}
	return err
}
