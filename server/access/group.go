package access

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// firstGroups are what an organisation begins with. Roles are data: only admin is fixed, as a code that makes an administrator.
// The page list says which pages each of the others has.
var firstGroups = []group{
	{"admin", "admin", "Administrators", nil, true, false},
	{"office", "office", "Shipper office", given("office"), true, false},
	{"dock", "dock", "Dock", given("dock"), false, false},
	{"audit", "audit", "Audit and claims", given("audit"), true, false},
}

func given(group string) *string { return listOf(page.Given(group)) }

// GroupPagesReq names a group by id or code; empty means all that one may see.
type GroupPagesReq struct {
	GroupID string `json:"GroupID" validate:"max=40"`
}

// GroupPages is a group with its pages.
type GroupPages struct {
	GroupID   string    `json:"GroupID"`
	GroupCode string    `json:"GroupCode"`
	GroupName string    `json:"GroupName"`
	PageList  string    `json:"pageList"` // empty where only the default pages are open, or all of them to an administrator
	Pages     []page.ID `json:"Pages"`    // what that comes to
	Office    bool      `json:"Office"`
	Users     int       `json:"Users"`
	// SecondFactor tells whether its users must have a second factor.
	SecondFactor bool `json:"SecondFactor"`
}

// GroupPagesResp is the documents' answer.
type GroupPagesResp struct {
	Status string       `json:"Status"`
	Groups []GroupPages `json:"Groups"`
}

// GroupPages tells a group's pages: an administrator any group's, anybody else those of the own group.
func (a *Area) GroupPages(ctx context.Context, tx *store.Tx, req GroupPagesReq) (GroupPagesResp, error) {
	rows, err := store.Select[struct {
		group
		Users int `db:"users"`
	}](ctx, tx, `SELECT id, code, name, pages, office, second_factor, (SELECT count(*) FROM access_user u WHERE u.group_id = g.id AND u.disabled_at IS NULL) AS users FROM access_group g
WHERE (?1 = '' OR id = ?1 OR code = ?1 COLLATE NOCASE) AND (?2 OR code = ?3) ORDER BY name`, req.GroupID, tx.By.Admin, tx.By.Group)
	if err != nil {
		return GroupPagesResp{}, err
	}
	if len(rows) == 0 && req.GroupID != "" {
		return GroupPagesResp{}, fail.NotFound("group-unknown")
	}
	resp := GroupPagesResp{Status: "success", Groups: make([]GroupPages, len(rows))}
	for i, g := range rows {
		resp.Groups[i] = GroupPages{g.ID, g.Code, g.Name, "", pagesOf(nil, g.Pages, isAdministrator(g.Code)).List(), g.Office, g.Users, g.Factor}
		if g.Pages != nil {
			resp.Groups[i].PageList = *g.Pages
		}
	}
	return resp, nil
}

// SaveGroupReq is a group to add, where GroupID is empty, or to change.
type SaveGroupReq struct {
	GroupID   string `json:"GroupID" validate:"max=40"`
	GroupCode string `json:"GroupCode" validate:"required,max=40"`
	GroupName string `json:"GroupName" validate:"required,max=80"`
	PageList  string `json:"pageList" validate:"max=2000"`
	Office    bool   `json:"Office"`
}

// Check looks at what tags cannot say.
func (r *SaveGroupReq) Check() []fail.Field {
	if _, ok := tidyPages(r.PageList); !ok {
		return []fail.Field{fail.Of("pageList", "pages-unknown")}
	}
	return nil
}

// SaveGroup adds or changes a group. Its people's devices are told, since their pages may be others now.
func (a *Area) SaveGroup(ctx context.Context, tx *store.Tx, req SaveGroupReq) (GroupPagesResp, error) {
	if err := op.Administrators(tx); err != nil {
		return GroupPagesResp{}, err
	}
	g := group{req.GroupID, strings.TrimSpace(req.GroupCode), req.GroupName, pageList(req.PageList), req.Office, false}
	if g.ID == "" {
		g.ID = ulid.Make().String()
	} else {
		was, err := findGroup(ctx, tx, g.ID)
		if err != nil {
			return GroupPagesResp{}, err
		}
		g.ID, g.Factor = was.ID, was.Factor
	}
	var taken int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM access_group WHERE code = ? COLLATE NOCASE AND id <> ?`, g.Code, g.ID).Scan(&taken); err != nil {
		return GroupPagesResp{}, err
	}
	if taken > 0 {
		return GroupPagesResp{}, fail.Conflict("group-exists", "code", g.Code)
	}
	return a.putGroup(ctx, tx, g)
}

// OpenPageReq opens a page to a group, or closes it.
type OpenPageReq struct {
	GroupID string  `json:"GroupID" validate:"required,max=40"`
	PageID  page.ID `json:"PageID" validate:"required"`
	Open    bool    `json:"Open"`
}

// Check wants a page that can be closed: one of the list that is not open to everybody.
func (r *OpenPageReq) Check() []fail.Field {
	if !slices.ContainsFunc(page.All, func(p page.Page) bool { return p.ID != nil && *p.ID == r.PageID && !p.Default && !p.Public }) {
		return []fail.Field{fail.Of("PageID", "pages-unknown")}
	}
	return nil
}

// OpenPage changes one page of a group and leaves the others as they are, so that two administrators at the same matrix do not overwrite each other.
func (a *Area) OpenPage(ctx context.Context, tx *store.Tx, req OpenPageReq) (GroupPagesResp, error) {
	if err := op.Administrators(tx); err != nil {
		return GroupPagesResp{}, err
	}
	g, err := findGroup(ctx, tx, req.GroupID)
	if err != nil {
		return GroupPagesResp{}, err
	}
	if isAdministrator(g.Code) {
		return GroupPagesResp{}, fail.Conflict("group-opens-all", "group", g.Name)
	}
	var ids []string
	if g.Pages != nil {
		ids = strings.Split(*g.Pages, ",")
	}
	id := strconv.Itoa(int(req.PageID))
	if ids = slices.DeleteFunc(ids, func(one string) bool { return strings.TrimSpace(one) == id }); req.Open {
		ids = append(ids, id)
	}
	g.Pages = pageList(strings.Join(ids, ","))
	return a.putGroup(ctx, tx, g)
}

// putGroup writes a group and tells its users' devices.
func (a *Area) putGroup(ctx context.Context, tx *store.Tx, g group) (GroupPagesResp, error) {
	members, err := store.Select[string](ctx, tx, `SELECT id FROM access_user WHERE group_id = ?`, g.ID)
	if err != nil {
		return GroupPagesResp{}, err
	}
	before, err := a.holders(ctx, tx, members...)
	if err != nil {
		return GroupPagesResp{}, err
	}
	if err := store.Put(ctx, tx, "access_group", "id", g); err != nil {
		return GroupPagesResp{}, err
	}
	if err := anAdministratorStays(ctx, tx); err != nil {
		return GroupPagesResp{}, err
	}
	people, err := store.Select[string](ctx, tx, `UPDATE access_user SET group_id = group_id WHERE group_id = ? RETURNING id`, g.ID) // announces the people's rows
	if err != nil {
		return GroupPagesResp{}, err
	}
	if err := a.lessened(ctx, tx, before); err != nil {
		return GroupPagesResp{}, err
	}
	a.changed(tx, people...)
	return a.GroupPages(ctx, tx, GroupPagesReq{g.ID})
}

// Roles names the groups, for the areas that offer them for choice.
func (a *Area) Roles(ctx context.Context, tx *store.Tx) (codes, names []string, err error) {
	groups, err := store.Select[group](ctx, tx, `SELECT id, code, name, pages, office, second_factor FROM access_group ORDER BY name`)
	for _, g := range groups {
		codes, names = append(codes, g.Code), append(names, g.Name)
	}
	return codes, names, err
}

// NameOf is what a user is called; empty for one that is not known.
func (a *Area) NameOf(ctx context.Context, tx *store.Tx, user string) (string, error) {
	name, _, err := store.Get[string](ctx, tx, `SELECT trim(first_name || ' ' || last_name) FROM access_user WHERE id = ?`, user)
	return name, err
}

// PageEntry is a page and the organisations that it is for, as the documents list them.
type PageEntry struct {
	PageID      page.ID `json:"PageID"`
	PageName    string  `json:"PageName"`
	ClientID    string  `json:"ClientId"` // comma list; every page is for every organisation, so it names the one that asks
	Default     bool    `json:"Default"`
	Exceptional bool    `json:"Exceptional"`
	Open        bool    `json:"Open"` // to who asks; the server checks it again at every call
}

// PageListResp is the documents' answer.
type PageListResp struct {
	Status string      `json:"Status"`
	Pages  []PageEntry `json:"Pages"`
}

// PageList tells which pages there are for the organisation and which of them the person may open.
func (a *Area) PageList(_ context.Context, tx *store.Tx, _ op.None) (PageListResp, error) {
	resp := PageListResp{Status: "success", Pages: []PageEntry{}}
	for _, p := range page.All {
		if p.ID != nil {
			resp.Pages = append(resp.Pages, PageEntry{*p.ID, p.Name, tx.Org, p.Default, exceptional[*p.ID], p.Public || tx.By.Pages[*p.ID]})
		}
	}
	return resp, nil
}

// RefreshPagesResp is a person's pages as they are now.
type RefreshPagesResp struct {
	Status      string    `json:"Status"`
	Pages       []page.ID `json:"Pages"`
	DefaultPage page.ID   `json:"DefaultPageID"`
}

// RefreshPages reads a person's page ids anew, past what is remembered of the session.
func (a *Area) RefreshPages(ctx context.Context, tx *store.Tx, _ op.None) (RefreshPagesResp, error) {
	a.rights.drop(tx.By.Session)
	d, err := details(ctx, tx, tx.By.User)
	return RefreshPagesResp{"success", d.Pages, d.DefaultPageID}, err
}
